// Learns content types from schema files, in either layout.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type LearnedKind, type LearnedType } from './learned-type';

const KINDS: Readonly<Record<string, LearnedKind>> = {
  string: 'text',
  text: 'text',
  richtext: 'text',
  email: 'text',
  uid: 'text',
  integer: 'number',
  float: 'number',
  datetime: 'moment',
  boolean: 'boolean',
};

export function typesFromFiles(folder: string): LearnedType[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|[\\/])(content-types[\\/].*\.json)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
  return files.flatMap((file) => (existsSync(file) ? typeOf(JSON.parse(readFileSync(file, 'utf8'))) : []));
}

function typeOf(schema: unknown): LearnedType[] {
  if (!isObject(schema) || !isObject(schema.info) || !isObject(schema.attributes)) return [];
  const isSingle = schema.kind === 'singleType';
  const attributes = Object.entries(schema.attributes).map(([name, definition]): [string, LearnedKind] => [
    name,
    isObject(definition) && definition.private !== true ? kindOf(definition) : 'other',
  ]);
  return [
    {
      path: String(isSingle ? schema.info.singularName : schema.info.pluralName),
      isSingle,
      attributes: { ...Object.fromEntries(attributes), createdAt: 'moment', updatedAt: 'moment' },
    },
  ];
}

function kindOf({ type, relation }: Readonly<Record<string, unknown>>): LearnedKind {
  if (type === 'relation') {
    const text = String(relation);
    return /ToMany$/.test(text)
      ? 'relations'
      : /ToOne$/.test(text) && !text.startsWith('morph')
        ? 'relation'
        : 'other';
  }
  return KINDS[String(type)] ?? 'other';
}
