// A Markdown table of the keys of a configuration, made of its JSON Schema: key, meaning, values, default.
import { isPlainObject } from '../core/kernel/check/checks';
import { markdownTable } from './markdown-table';

type Schema = Readonly<Record<string, unknown>>;

const HEAD = ['key', 'meaning', 'values', 'default'];

export function configTable(schema: unknown): string {
  const rows = leavesOf(schema).map(([key, leaf]) => [
    `\`${key}\``,
    String(leaf.description ?? ''),
    valuesOf(leaf),
    'default' in leaf ? `\`${JSON.stringify(leaf.default)}\`` : '',
  ]);
  return markdownTable(HEAD, rows);
}

/** `[['rest.prefix', { type: 'string', … }], …]`: each key whose value has no keys of its own. */
export function leavesOf(schema: unknown, prefix = ''): [string, Schema][] {
  if (!isPlainObject(schema)) return [];
  if (!isPlainObject(schema.properties)) return prefix ? [[prefix, schema]] : [];
  return Object.entries(schema.properties).flatMap(([key, value]) =>
    leavesOf(value, prefix ? `${prefix}.${key}` : key),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  array: 'list of strings',
};

function valuesOf({ enum: values, anyOf, type, items }: Schema): string {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(', ');
  if (Array.isArray(anyOf)) return anyOf.map((choice) => valuesOf(choice)).join(' or ');
  if (isPlainObject(items) && items.type === 'object') return 'list of objects';
  return TYPES[String(type)] ?? String(type);
}
