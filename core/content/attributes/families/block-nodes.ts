// The nodes of structured rich text: which there are, what each must have. All other keys are kept.
import { isPlainObject } from '../../../kernel/check/checks';
import type { ValueContext } from '../attribute-type';
import { placeOf, refuse, refuseType } from './value-issues';

type Node = Record<string, unknown>;

/** True when nothing is wrong. */
export function checkBlocks(blocks: readonly unknown[], at: ValueContext): boolean {
  const before = at.issues.length;
  blocks.forEach((block, index) => {
    checkBlock(block, below(at, index));
  });
  return at.issues.length === before;
}

/** Blocks whose children are text and links. The text is the message for other children. */
const OTHERWISE: Readonly<Record<string, string>> = {
  paragraph: 'Paragraph node children must have at least one Text or Link node',
  heading: 'Heading node children must have at least one Text or Link node',
  quote: 'Quote node children must have at least one Text or Link node',
  code: 'Code node children must have at least one Text or Link node',
  image: 'Image node children must be Text nodes',
  'list-item': 'List item node children must have at least one Text or Link node',
};

function checkBlock(node: unknown, at: ValueContext): void {
  if (!isPlainObject(node)) {
    refuseType(at, 'object', node);
    return;
  }
  const { type } = node;
  if (type === 'list') checkList(node, at);
  else if (typeof type === 'string' && type !== 'list-item' && Object.hasOwn(OTHERWISE, type)) {
    if (type === 'heading' && !isIn(node.level, [1, 2, 3, 4, 5, 6]))
      requireField(node, 'level', at, 'must be a whole number from 1 to 6');
    if (type === 'image' && !isPlainObject(node.image)) requireField(node, 'image', at, 'must be an object');
    checkInlineChildren(node, type, at);
  } else refuse(at, 'Block node is of invalid type', node);
}

function checkList(node: Node, at: ValueContext): void {
  if (!isIn(node.format, ['ordered', 'unordered']))
    requireField(node, 'format', at, 'must be ordered or unordered');
  checkChildren(node, at, (child, place) => {
    if (isPlainObject(child) && child.type === 'list') checkList(child, place);
    else if (isPlainObject(child) && child.type === 'list-item')
      checkInlineChildren(child, 'list-item', place);
    else refuse(place, 'List node children must be List or ListItem nodes', child);
  });
}

function checkInlineChildren(node: Node, type: string, at: ValueContext): void {
  if (Array.isArray(node.children) && node.children.length === 0 && type !== 'image')
    refuse(below(at, 'children'), OTHERWISE[type] ?? 'Block node is of invalid type', node.children);
  checkChildren(node, at, (child, place) => {
    if (isPlainObject(child) && child.type === 'text') checkTextNode(child, place);
    else if (isPlainObject(child) && child.type === 'link') checkLink(child, place);
    else refuse(place, OTHERWISE[type] ?? 'Block node is of invalid type', child);
  });
}

function checkLink(node: Node, at: ValueContext): void {
  if (typeof node.url !== 'string') requireField(node, 'url', at, 'must be a string');
  checkChildren(node, at, (child, place) => {
    if (isPlainObject(child) && child.type === 'text') checkTextNode(child, place);
    else refuse(place, 'Link node children must be Text nodes', child);
  });
}

function checkTextNode(node: Node, at: ValueContext): void {
  if (typeof node.text !== 'string')
    refuse(below(at, 'text'), 'Text must be defined with at least an empty string', node.text);
  for (const style of ['bold', 'italic', 'underline', 'strikethrough', 'code'])
    if (node[style] !== undefined && node[style] !== null && typeof node[style] !== 'boolean')
      refuseType(below(at, style), 'boolean', node[style]);
}

function checkChildren(node: Node, at: ValueContext, each: (child: unknown, at: ValueContext) => void): void {
  const place = below(at, 'children');
  if (!Array.isArray(node.children)) requireField(node, 'children', at, 'must be a list');
  else
    node.children.forEach((child, index) => {
      each(child, below(place, index));
    });
}

function requireField(node: Node, key: string, at: ValueContext, otherwise: string): void {
  const place = below(at, key);
  const missing = node[key] === undefined || node[key] === null;
  refuse(place, `${placeOf(place)} ${missing ? 'is a required field' : otherwise}`, node[key]);
}

const isIn = (value: unknown, list: readonly unknown[]): boolean => list.includes(value);

const below = (at: ValueContext, step: string | number): ValueContext => ({
  ...at,
  path: [...at.path, step],
});
