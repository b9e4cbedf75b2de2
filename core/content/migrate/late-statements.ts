// Statements of a rename that is declared late: rows without a value take the former value. A row takes a link only if the document of the
// link exists. For a one-to-one relation, no other row may have a link to the document.

import type { Dialect } from '../../database/dialect';
import type { TableSpec } from '../../database/tables';
import type { ContentType, Schema } from '../model/compiled/content-type';
import type { FoundTables } from './introspect';
import { exclusiveColumns, heldStorage, placeOf } from './link-place';
import type { StoredAttribute } from './stored-model';

export interface LateRename {
  readonly schema: Schema;
  readonly type: ContentType;
  readonly tables: readonly TableSpec[];
  readonly found: FoundTables;
  readonly old: StoredAttribute;
  readonly now: StoredAttribute;
}

export interface TakeOver {
  /** The number of values taken, before tables and columns have their new names. */
  count(dialect: Dialect): string;
  statement(dialect: Dialect): string;
}

/** The names that tables and columns have before the migration, or after it. `null`: the table has no such column yet. */
type Names = (table: string, column?: string) => string | null;

/** Values in columns of the row. */
export function lateRows(rename: LateRename): TakeOver {
  const { type, old, now } = rename;
  const where = (names: Names, dialect: Dialect): string => {
    const { id } = dialect;
    const [table, free, from] = [
      names(type.table),
      names(type.table, now.columns[0]),
      names(type.table, old.columns[0]),
    ];
    const row = [
      ...(free === null ? [] : [`s.${id(free)} IS NULL`]),
      `s.${id(from ?? '')} IS NOT NULL`,
      ...isThere(rename, names, `s.${id(from ?? '')}`, dialect),
    ];
    const same = exclusivePairs(rename, names);
    if (!same) return `SELECT DISTINCT s.id AS r FROM ${id(table ?? '')} s WHERE ${row.join(' AND ')}`;
    const equal = same.map(([to, former]) => `o.${id(to)} = s.${id(former)}`);
    const isFree =
      free === null ? [] : [`NOT EXISTS (SELECT 1 FROM ${id(table ?? '')} o WHERE ${equal.join(' AND ')})`];
    const group = same.map(([, former]) => `s.${id(former)}`);
    return `SELECT MIN(s.id) AS r FROM ${id(table ?? '')} s WHERE ${[...row, ...isFree].join(' AND ')} GROUP BY ${group.join(', ')}`;
  };
  return {
    count: (dialect) => `SELECT COUNT(*) FROM (${where(presentNames(rename), dialect)}) k`,
    statement: (dialect) => {
      const { id } = dialect;
      const set = now.columns.map((column, place) => `${id(column)} = ${id(old.columns[place] ?? '')}`);
      // DISTINCT: see link-statements.ts.
      return `UPDATE ${id(type.table)} SET ${set.join(', ')} WHERE id IN (SELECT r FROM (${where(newNames, dialect)}) k)`;
    },
  };
}

/** Links in a link table: a row without links takes all of its former ones. */
export function lateLinks(rename: LateRename): TakeOver {
  const { old, now, tables } = rename;
  const where = (names: Names, dialect: Dialect): string => {
    const { id } = dialect;
    const [table, former] = [names(now.table ?? ''), names(old.table ?? '') ?? ''];
    const conditions = [
      ...(table === null
        ? []
        : [`f.source_id NOT IN (SELECT source_id FROM (SELECT DISTINCT source_id FROM ${id(table)}) t)`]),
      ...isThere(rename, names, 'f.target', dialect),
    ];
    return `FROM ${id(former)} f${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
  };
  return {
    count: (dialect) => `SELECT COUNT(*) ${where(presentNames(rename), dialect)}`,
    statement: (dialect) => {
      const had = rename.found.get(old.table ?? '')?.columns;
      const columns = (tables.find(({ name }) => name === now.table)?.columns ?? []).flatMap(({ name }) =>
        had?.has(name) ? [dialect.id(name)] : [],
      );
      return `INSERT INTO ${dialect.id(now.table ?? '')} (${columns.join(', ')}) SELECT ${columns.map((column) => `f.${column}`).join(', ')} ${where(newNames, dialect)}`;
    },
  };
}

const newNames: Names = (table, column) => column ?? table;

const presentNames =
  ({ found }: LateRename): Names =>
  (table, column) =>
    (column === undefined ? found.get(table)?.name : found.get(table)?.columns.get(column)?.name) ?? null;

/** Documents may have been deleted while the attribute was removed. */
function isThere({ schema, now }: LateRename, names: Names, target: string, { id }: Dialect): string[] {
  const type = schema.types.get(now.link?.target ?? '');
  const documents = type && names(type.table);
  return documents
    ? [`${target} IN (SELECT document_id FROM (SELECT DISTINCT document_id FROM ${id(documents)}) d)`]
    : [];
}

/** Pairs of a present and a former column, in which two links of one document must differ. null: a document may have many links. */
function exclusivePairs({ type, tables, found, old, now }: LateRename, names: Names) {
  const [from, to] = [heldStorage(old.link), heldStorage(now.link)];
  if (!from || !to) return null;
  const [former, place] = [placeOf(from, type.table), placeOf(to, type.table)];
  const axes = exclusiveColumns(tables, place, type.table, found);
  if (!axes) return null;
  const pairs: [string, string][] = [
    [place.target, former.target],
    ...Object.keys(place.pins).map((axis): [string, string] => [
      place.pins[axis] ?? '',
      former.pins[axis] ?? '',
    ]),
    ...axes.map((column): [string, string] => [column, column]),
  ];
  return pairs.map(
    ([one, other]) => [names(type.table, one) ?? one, names(type.table, other) ?? other] as const,
  );
}
