// Prints a changed JSON file so that unchanged parts keep their text: the keys of the file, and each attribute.
import { isObject } from './values';

/** Of the encoding, at the start of a file. */
const MARK = '\uFEFF';

/** `changed` as the text of the file that had the text `former`, or as a new file. */
export function printed(changed: Readonly<Record<string, unknown>>, former: string | null): string {
  if (former?.startsWith(MARK)) return MARK + printed(changed, former.slice(1));
  const text = former?.replaceAll('\r\n', '\n') ?? '';
  const [, indent] = /\n([ \t]+)"/.exec(text) ?? [];
  // A new file, or one in a single line.
  if (indent === undefined) return `${JSON.stringify(changed, null, 2)}\n`;
  const start = text.indexOf('{');
  const printedMembers = (
    value: Readonly<Record<string, unknown>>,
    at: number | undefined,
    depth: number,
  ): string => {
    const known = new Map(at === undefined ? [] : membersOf(text, at));
    const lines = Object.entries(value).map(([key, part]) => {
      const found = known.get(key);
      const isOfAttributes =
        depth === 1 && key === 'attributes' && isObject(part) && Object.keys(part).length > 0;
      const shown = isOfAttributes
        ? printedMembers(part, found?.start, 2)
        : found && JSON.stringify(JSON.parse(found.text)) === JSON.stringify(part)
          ? found.text
          : JSON.stringify(part, null, indent).replaceAll('\n', `\n${indent.repeat(depth)}`);
      return `${indent.repeat(depth)}${JSON.stringify(key)}: ${shown}`;
    });
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent.repeat(depth - 1)}}`;
  };
  const end = /\s*$/.exec(text)?.[0] ?? '';
  const all = printedMembers(changed, start, 1) + end;
  return former?.includes('\r\n') ? all.replaceAll('\n', '\r\n') : all;
}

interface Part {
  readonly start: number;
  readonly text: string;
}

/** The values of the object that begins at `at`. The text is valid JSON. */
function membersOf(text: string, at: number): readonly (readonly [string, Part])[] {
  const found: [string, Part][] = [];
  if (text[at] !== '{') return found;
  let next = afterSpace(text, at + 1);
  while (text[next] === '"') {
    const keyEnd = endOfString(text, next);
    const key: unknown = JSON.parse(text.slice(next, keyEnd));
    const start = afterSpace(text, afterSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    found.push([String(key), { start, text: text.slice(start, end) }]);
    next = afterSpace(text, end);
    if (text[next] === ',') next = afterSpace(text, next + 1);
  }
  return found;
}

function afterSpace(text: string, at: number): number {
  let next = at;
  while (/\s/.test(text[next] ?? '')) next += 1;
  return next;
}

function endOfString(text: string, at: number): number {
  let next = at + 1;
  while (text[next] !== '"') next += text[next] === '\\' ? 2 : 1;
  return next + 1;
}

function endOfValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  for (;;) {
    const sign = text[next] ?? '';
    if (sign === '"') next = endOfString(text, next);
    else {
      if (sign === '{' || sign === '[') depth += 1;
      if (depth === 0 && /^[\s,}\]]?$/.test(sign)) return next;
      if (sign === '}' || sign === ']') depth -= 1;
      next += 1;
    }
    if (depth === 0 && /["}\]]/.test(text[next - 1] ?? '')) return next;
  }
}
