// Structured text. The editor is a file of its own: pages without such a field do not load it.
import { isObject } from '../data/values';
import { late } from '../ui/late';
import { linesOf } from './blocks/lines';
import { defineField, type FieldProps } from './field';

export const blocks = defineField({
  types: ['blocks'],
  input: late<FieldProps>(async () => (await import('./blocks/editor')).default),
  isGroup: true,
  text: textOf,
  lines: linesOf,
});

/** The text of the nodes, in one line. Texts and links of a block have no space between them. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('').trim();
  if (!isObject(value)) return '';
  if (typeof value.text === 'string') return value.text;
  return value.type === 'link' ? textOf(value.children) : `${textOf(value.children)} `;
}
