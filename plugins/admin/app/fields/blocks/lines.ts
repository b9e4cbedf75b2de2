// Structured text as lines of Markdown, to compare it with another. A word that became bold is a change, too.
import { isObject } from '../../data/values';

type Node = Readonly<Record<string, unknown>>;

const SIGNS: readonly (readonly [style: string, sign: string])[] = [
  ['code', '`'],
  ['strikethrough', '~~'],
  ['underline', '__'],
  ['italic', '*'],
  ['bold', '**'],
];

export const linesOf = (blocks: unknown): readonly string[] =>
  nodesOf(blocks).flatMap((block) => blockLines(block));

const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isObject) : []);

function blockLines(block: Node, indent = ''): readonly string[] {
  const { type, children } = block;
  if (type === 'list') return itemLines(block, indent);
  if (type === 'image') return [imageLine(isObject(block.image) ? block.image : {})];
  const lines = inlineOf(children).split('\n');
  if (type === 'code') return [`\`\`\`${String(block.language ?? '')}`, ...lines, '```'];
  if (type === 'heading') return lines.map((line) => `${'#'.repeat(Number(block.level) || 1)} ${line}`);
  return type === 'quote' ? lines.map((line) => `> ${line}`) : lines;
}

/** A replaced file may have the same name, and another address. */
const imageLine = ({ alternativeText, caption, url, name }: Node): string =>
  `![${String(alternativeText ?? '')}](${String(url ?? name ?? '')}) ${String(caption ?? '')}`.trim();

/** All items of an ordered list have the same sign: a new first item does not change the others. */
function itemLines({ format, children }: Node, indent: string): readonly string[] {
  const sign = format === 'ordered' ? '1.' : '•';
  return nodesOf(children).flatMap((item) =>
    item.type === 'list' ? itemLines(item, `${indent}    `) : [`${indent}${sign} ${inlineOf(item.children)}`],
  );
}

const inlineOf = (children: unknown): string =>
  nodesOf(children)
    .map((node) => {
      if (node.type === 'link') return `[${inlineOf(node.children)}](${String(node.url ?? '')})`;
      const text = String(node.text ?? '');
      return text === ''
        ? ''
        : SIGNS.reduce((inner, [style, sign]) => (node[style] === true ? sign + inner + sign : inner), text);
    })
    .join('');
