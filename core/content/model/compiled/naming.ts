// Names in the database: snake case. A name that is too long for a database ends with a hash.
import { createHash } from 'node:crypto';

/** Below PostgreSQL's 63 bytes and MySQL's 64 characters. */
export const LONGEST_NAME = 60;

/** `metaTitle` → `meta_title`, `HTMLBody` → `html_body`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
}

/** A name that is too long keeps its beginning and ends with eight digits of its hash. */
export function cutName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - 9)}_${hash}`;
}

export const tableName = (collectionName: string): string => cutName(collectionName);

/** `suffix`: `doc`, `ord`, `type` or the name of a pin. */
export const columnName = (attribute: string, suffix = ''): string =>
  cutName(toSnakeCase(attribute) + (suffix && `_${toSnakeCase(suffix)}`));

export const linkTableName = (table: string, attribute: string): string =>
  cutName(`${table}_${toSnakeCase(attribute)}_lnk`);

export const pinColumnName = (axis: string): string => cutName(`pin_${toSnakeCase(axis)}`);

export const indexName = (table: string, columns: readonly string[], suffix = 'idx'): string =>
  cutName([table, ...columns, suffix].join('_'));
