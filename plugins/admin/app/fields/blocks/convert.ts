// Stored blocks → the document of the editor, and back. An untouched block is given back as the object that was read,
// so its keys, their order and what the editor does not know stay.
import type { Mark, Node } from 'prosemirror-model';
import { isObject } from '../../data/values';
import { STYLES, schema } from './schema';

type Json = Readonly<Record<string, unknown>>;

/** Node of the editor → what it was read from. Nodes never change: a touched block is a new node. */
const sources = new WeakMap<Node, unknown>();

const { nodes, marks } = schema;
const nodeType = (name: string) => {
  const type = nodes[name];
  if (!type) throw new Error(`no node ${name}`);
  return type;
};
const markOf = (name: string, attrs?: Json): Mark => schema.mark(name, attrs);

export function docOf(value: unknown): Node {
  const blocks = Array.isArray(value) ? value.map(blockOf) : [];
  return nodeType('doc').create(null, blocks.length > 0 ? blocks : [nodeType('paragraph').create()]);
}

/** The stored form. An empty document is null. */
export function blocksOf(doc: Node): readonly unknown[] | null {
  const first = doc.firstChild;
  const isEmpty =
    doc.childCount === 1 && first?.type.name === 'paragraph' && first.childCount === 0 && !sources.has(first);
  return isEmpty ? null : doc.children.map(storedOf);
}

const read = (node: Node, source: unknown): Node => {
  sources.set(node, source);
  return node;
};

/** The keys of `node` that are not in `names`; null if there are none. */
function restOf(node: Json, ...names: string[]): Json | null {
  const rest = Object.entries(node).filter(([name]) => !['type', 'children', ...names].includes(name));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

function blockOf(block: unknown): Node {
  return read(
    (isObject(block) ? knownBlock(block) : null) ?? nodeType('other').create({ json: block }),
    block,
  );
}

/** Null for a block that the editor does not know. */
function knownBlock(block: Json): Node | null {
  const { type, children } = block;
  if (!Array.isArray(children)) return null;
  if (type === 'image' && isObject(block.image)) {
    const hasText = children.some((child) => !isObject(child) || child.type !== 'text' || child.text !== '');
    return hasText ? null : nodeType('image').create({ image: block.image, rest: restOf(block, 'image') });
  }
  if (type === 'list') return listOf(block, children);
  if (type === 'heading') {
    const { level } = block;
    if (typeof level !== 'number' || !Number.isInteger(level) || level < 1 || level > 6) return null;
    return nodeType('heading').create({ level, rest: restOf(block, 'level') }, inlineOf(children, false));
  }
  if (type === 'code') return nodeType('codeBlock').create({ rest: restOf(block) }, inlineOf(children, true));
  if (type === 'paragraph' || type === 'quote')
    return nodeType(type).create({ rest: restOf(block) }, inlineOf(children, false));
  return null;
}

function listOf(block: Json, children: readonly unknown[]): Node | null {
  const { format } = block;
  if ((format !== 'ordered' && format !== 'unordered') || children.length === 0) return null;
  const inner = children.map((child) => {
    if (isObject(child) && child.type === 'list-item' && Array.isArray(child.children))
      return read(nodeType('item').create({ rest: restOf(child) }, inlineOf(child.children, false)), child);
    const nested = isObject(child) && child.type === 'list' ? knownBlock(child) : null;
    return read(nested ?? nodeType('other').create({ json: child }), child);
  });
  return nodeType('list').create({ format, rest: restOf(block, 'format') }, inner);
}

function inlineOf(children: readonly unknown[], isCode: boolean): Node[] {
  return children.flatMap((child) => {
    if (isText(child)) return textOf(child, [], isCode);
    if (isLink(child)) {
      const link = markOf('link', { url: child.url, rest: restOf(child, 'url') });
      return child.children.flatMap((text) => textOf(text, [link], isCode));
    }
    return [nodeType('otherInline').create({ json: child })];
  });
}

type TextJson = Json & { readonly text: string };

const isText = (node: unknown): node is TextJson =>
  isObject(node) && node.type === 'text' && typeof node.text === 'string';

/** A link without a letter could not be seen: it stays as it is. */
const isLink = (
  node: unknown,
): node is Json & { readonly url: string; readonly children: readonly TextJson[] } =>
  isObject(node) &&
  node.type === 'link' &&
  typeof node.url === 'string' &&
  Array.isArray(node.children) &&
  node.children.every(isText) &&
  node.children.some(({ text }) => text !== '');

function textOf(node: TextJson, outer: readonly Mark[], isCode: boolean): Node[] {
  const rest = restOf(node, 'text', ...STYLES);
  const all = [
    ...outer,
    ...STYLES.filter((name) => node[name] === true).map((name) => markOf(name)),
    ...(rest === null ? [] : [markOf('more', { rest })]),
  ];
  const lines = isCode ? [node.text] : node.text.split(/\r\n|\r|\n/);
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [nodeType('br').create(null, null, all)] : []),
    ...(line === '' ? [] : [schema.text(line, all)]),
  ]);
}

function storedOf(node: Node): unknown {
  if (sources.has(node)) return sources.get(node);
  const { attrs, type } = node;
  const rest = (attrs.rest ?? {}) as Json;
  switch (type.name) {
    case 'other':
      return attrs.json;
    case 'image':
      return { type: 'image', ...rest, image: attrs.image, children: [{ type: 'text', text: '' }] };
    case 'list':
      return { type: 'list', ...rest, format: attrs.format, children: node.children.map(storedOf) };
    case 'item':
      return { type: 'list-item', ...rest, children: storedInline(node) };
    case 'heading':
      return { type: 'heading', ...rest, level: attrs.level, children: storedInline(node) };
    case 'codeBlock':
      return { type: 'code', ...rest, children: storedInline(node) };
    default:
      return { type: type.name, ...rest, children: storedInline(node) };
  }
}

function storedInline(block: Node): readonly unknown[] {
  const out: unknown[] = [];
  let link: { readonly mark: Mark; readonly children: unknown[] } | null = null;
  for (const run of runsOf(block)) {
    if ('json' in run) {
      link = null;
      out.push(run.json);
      continue;
    }
    const mark = run.marks.find(({ type }) => type === marks.link) ?? null;
    if (mark === null) link = null;
    else if (link === null || !link.mark.eq(mark)) {
      link = { mark, children: [] };
      out.push({
        type: 'link',
        ...(mark.attrs.rest as Json | null),
        url: mark.attrs.url,
        children: link.children,
      });
    }
    (link?.children ?? out).push(storedText(run));
  }
  return out.length > 0 ? out : [{ type: 'text', text: '' }];
}

type Run = { text: string; readonly marks: readonly Mark[] } | { readonly json: unknown };

/** Text with the same marks is one run, with its line breaks. */
function runsOf(block: Node): readonly Run[] {
  const runs: Run[] = [];
  block.forEach((node) => {
    if (node.type === nodes.otherInline) {
      runs.push({ json: node.attrs.json });
      return;
    }
    const text = node.isText ? (node.text ?? '') : '\n';
    const last = runs.at(-1);
    if (last && 'text' in last && sameMarks(last.marks, node.marks)) last.text += text;
    else runs.push({ text, marks: node.marks });
  });
  return runs;
}

const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a.length === b.length && a.every((mark, index) => b[index]?.eq(mark));

function storedText({ text, marks: all }: Extract<Run, { readonly text: string }>): Json {
  const rest = all.find(({ type }) => type === marks.more)?.attrs.rest as Json | undefined;
  const styles = STYLES.filter((name) => all.some(({ type }) => type === marks[name]));
  return { type: 'text', text, ...rest, ...Object.fromEntries(styles.map((name) => [name, true])) };
}
