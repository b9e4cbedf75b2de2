// For tests: filters, keys and values of offers as plain SQL, written by hand. It shares no code with the compiler of queries.
//
// { flag: { $null: true } }   →   (o.flag IS NULL)

import type { TestDatabase } from '../../testing/databases';
import type { ContentType, RelationAttribute, ScalarAttribute } from '../model/compiled/content-type';
import type { TestContent } from './testing-content';
import { OFFER, type Place, scaledOf } from './testing-sales';

/** Where statements run, and which rows of offers they read. */
export interface Ground {
  readonly client: TestDatabase;
  readonly content: TestContent;
  readonly place: Place;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  $eq: '=',
  $ne: '<>',
  $lt: '<',
  $lte: '<=',
  $gt: '>',
  $gte: '>=',
};

export function typeOf({ content }: Ground, uid: string): ContentType {
  const type = content.schema.types.get(uid);
  if (!type) throw new Error(`The test has no type ${uid}`);
  return type;
}

export function attributeOf(type: ContentType, name: string): ScalarAttribute | RelationAttribute {
  const attribute = type.attributes.get(name);
  if (attribute?.kind === 'scalar' || attribute?.kind === 'relation') return attribute;
  throw new Error(`${type.uid} has no attribute ${name}`);
}

export function inPlace({ place }: Ground, alias: string): string {
  return `${alias}.audience = '${place.audience}' AND ${alias}.phase = ${place.phase === 'work' ? 0 : 1}`;
}

/** The tables behind a relation of `o`: the link table, if any, and the target. Each has its condition. */
export function tablesBehind(
  relation: RelationAttribute,
  alias: string,
  ground: Ground,
): (readonly [table: string, on: string])[] {
  const { storage, target } = relation;
  const { table } = typeOf(ground, target ?? '');
  const link = storage.kind === 'column' ? `o.${storage.column}` : `${alias}l.target`;
  const shown = target === OFFER ? ` AND ${inPlace(ground, alias)}` : '';
  const to = [`${table} ${alias}`, `${alias}.document_id = ${link}${shown}`] as const;
  return storage.kind === 'table' ? [[`${storage.table} ${alias}l`, `${alias}l.source_id = o.id`], to] : [to];
}

/** `filter`: comparisons of scalars, `$and`, `$or`, `$not`, and comparisons of related documents. */
export function condition(filter: unknown, ground: Ground, alias = 'o', uid = OFFER): string {
  const type = typeOf(ground, uid);
  const parts = Object.entries(Object(filter)).map(([name, value]) => {
    const each = (): string[] => (value as unknown[]).map((one) => condition(one, ground, alias, uid));
    if (name === '$and') return `(${each().join(' AND ')})`;
    if (name === '$or') return `(${each().join(' OR ')})`;
    if (name === '$not') return `NOT ${condition(value, ground, alias, uid)}`;
    const attribute = attributeOf(type, name);
    if (attribute.kind === 'scalar') return comparison(attribute, value, ground, alias);
    const tables = tablesBehind(attribute, 'x', ground);
    const where = [...tables.map(([, on]) => on), condition(value, ground, 'x', attribute.target ?? '')];
    return `EXISTS (SELECT 1 FROM ${tables.map(([table]) => table).join(', ')} WHERE ${where.join(' AND ')})`;
  });
  return `(${parts.join(' AND ')})`;
}

function comparison(attribute: ScalarAttribute, wanted: unknown, ground: Ground, alias: string): string {
  const column = `${alias}.${attribute.column}`;
  const parts = Object.entries(Object(wanted)).map(([operator, value]) => {
    if (operator === '$null') return `${column} IS ${value ? '' : 'NOT '}NULL`;
    const written = (one: unknown): string => literal(attribute, one, ground.client);
    if (operator === '$in') return `${column} IN (${(value as unknown[]).map(written).join(', ')})`;
    if (operator === '$between') {
      const [from, to] = (value as unknown[]).map(written);
      return `${column} BETWEEN ${from} AND ${to}`;
    }
    return `${column} ${COMPARISONS[operator]} ${written(value)}`;
  });
  return parts.join(' AND ');
}

/** SQLite stores decimals as whole millionths. */
function literal({ declaredType }: ScalarAttribute, value: unknown, client: TestDatabase): string {
  if (declaredType === 'decimal') return client === 'sqlite' ? `${scaledOf(String(value))}` : String(value);
  if (declaredType === 'biginteger' || typeof value !== 'string') return String(value);
  const text = value.replaceAll("'", "''");
  return `'${client === 'mysql' ? text.replaceAll('\\', '\\\\') : text}'`;
}
