// Reads the query strings that most clients send: each name once, and lists by index, in order. The package qs reads all others. Loading
// qs costs a tenth of a start, and qs takes more time for a query.
type Tree = Record<string, unknown>;
type Branch = Tree | unknown[];

const ENCODED_BRACKET = /%5([bd])/gi;
const INDEX = /^(?:0|[1-9]\d*)$/;

/** The same object as qs returns, or null. `depth`: the most brackets of one name. */
export function readPlainQuery(text: string, depth: number): Readonly<Record<string, unknown>> | null {
  const plain = text.includes('%5')
    ? text.replace(ENCODED_BRACKET, (_, letter: string) => (letter === 'b' || letter === 'B' ? '[' : ']'))
    : text;
  const root: Tree = {};
  for (let start = 0; start <= plain.length; ) {
    let end = plain.indexOf('&', start);
    if (end === -1) end = plain.length;
    if (!readPair(root, plain.slice(start, end), depth)) return null;
    start = end + 1;
  }
  return root;
}

function readPair(root: Tree, pair: string, depth: number): boolean {
  const assignment = pair.indexOf('=');
  const name = decoded(assignment === -1 ? pair : pair.slice(0, assignment));
  if (name === null || name === '') return false;
  let value: string | null = null;
  if (assignment !== -1) {
    value = decoded(pair.slice(assignment + 1));
    // qs ends the name at the first `]=`, which may be in the value.
    if (value === null || value.includes(']=')) return false;
  }
  return put(root, name, value, depth);
}

/** null: not valid percent-encoded UTF-8. */
function decoded(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}

/** Puts a value at `filters[title][$eq]`. False if that place is taken, or the name is not plain. */
function put(root: Tree, name: string, value: string | null, depth: number): boolean {
  let open = name.indexOf('[');
  if (open === -1) return !name.includes(']') && putNew(root, name, value);
  if (open === 0) return false;
  let branch: Branch = root;
  let segment = name.slice(0, open);
  if (segment.includes(']')) return false;
  for (let level = 1; ; level++) {
    const close = name.indexOf(']', open);
    const inner = name.slice(open + 1, close);
    if (close === -1 || level > depth || inner === '' || inner.includes('[')) return false;
    const next: Branch | null = branchAt(branch, segment, INDEX.test(inner));
    if (next === null) return false;
    branch = next;
    segment = inner;
    if (close === name.length - 1) return putNew(branch, segment, value);
    open = close + 1;
    if (name[open] !== '[') return false;
  }
}

/** The list or the object at a segment; made if absent. */
function branchAt(branch: Branch, segment: string, isList: boolean): Branch | null {
  const known = valueAt(branch, segment);
  if (known !== undefined)
    return typeof known === 'object' && known !== null && Array.isArray(known) === isList
      ? (known as Branch)
      : null;
  const made: Branch = isList ? [] : {};
  return putNew(branch, segment, made) ? made : null;
}

function valueAt(branch: Branch, segment: string): unknown {
  if (Array.isArray(branch)) return INDEX.test(segment) ? branch[Number(segment)] : null;
  return branch[segment];
}

/** A list takes only its next index, an object only a new name. */
function putNew(branch: Branch, segment: string, value: unknown): boolean {
  if (Array.isArray(branch)) {
    if (segment !== String(branch.length)) return false;
    branch.push(value);
    return true;
  }
  if (branch[segment] !== undefined) return false;
  branch[segment] = value;
  return true;
}
