// The steps of the indexes of one table. Counts stored values that a unique index of a schema file would refuse.

import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import type { TableIndex, TableSpec } from '../../database/tables';
import { LONGEST_NAME } from '../model/compiled/naming';
import { convertStored } from './convert-value';
import * as ddl from './ddl';
import type { FoundIndex, FoundTable, FoundTables } from './introspect';
import type { MigrationContext, MigrationStep } from './migration-step';
import { columnPages } from './stored-columns';

/**
 * `remembered`: names of indexes that the table had at the last start. Only these and names of our form are dropped. `columns`: the steps of
 * its columns.
 */
export async function indexSteps(
  table: TableSpec,
  has: FoundTable,
  columns: readonly MigrationStep[],
  remembered: readonly string[],
  context: MigrationContext,
): Promise<MigrationStep[]> {
  const { dialect, moving } = context;
  const steps: MigrationStep[] = [];
  for (const index of table.indexes) {
    const { name, attributes } = index;
    const before = has.indexes.get(name);
    const isSame = before && before.unique === index.unique && columnsOf(before) === columnsOf(index);
    if (isSame && !(attributes && moving.has(table.name))) continue;
    const broken = attributes ? await sharedValues(table, has, index, columns, context) : 0;
    if (broken > 0) {
      steps.push(blocked(table, index, broken));
      continue;
    }
    // Values of a unique index may be equal for a moment.
    if (before) steps.push(dropped(table, before, attributes ? 'tables' : 'rest', dialect));
    steps.push({
      effect: 'safe',
      kind: 'tables',
      phase: attributes ? 'unique' : 'rest',
      unique: attributes && [table, index],
      changes: ddl.createIndex(table, index, dialect),
      sentence: `create the index ${name}${attributes ? ` (${table.owner}: unique values of ${attributes.join(', ')})` : ''}`,
    });
  }
  const wanted = new Set(table.indexes.map(({ name }) => name));
  const stale = [...has.indexes.values()].filter(
    ({ name }) => !wanted.has(name) && isOwnIndex(name, remembered),
  );
  return [...steps, ...stale.map((index) => dropped(table, index, 'rest', dialect))];
}

/** PostgreSQL knows no order of the columns of a search index. */
const columnsOf = ({ columns, search }: Pick<TableIndex, 'columns' | 'search'>): string =>
  String(search ? columns.toSorted() : columns);

/**
 * First of all: SQLite changes no table while a trigger names something that is missing. The indexes leave `found`, so the other steps create
 * those that the schema wants.
 */
export function brokenSearches(
  tables: readonly TableSpec[],
  { models, dialect }: Pick<MigrationContext, 'models' | 'dialect'>,
  found: FoundTables,
): MigrationStep[] {
  const wanted = tables.flatMap(({ indexes }) => indexes.map(({ name }) => name));
  const remembered = [...models.values()].flatMap(({ type }) => type?.indexes ?? []);
  const own = new Set([...wanted, ...remembered]);
  const broken = new Map<string, MigrationStep>();
  for (const { name: table, indexes } of found.values())
    for (const index of [...indexes.values()]) {
      if (!index.broken) continue;
      indexes.delete(index.name);
      if (!own.has(index.name)) continue;
      broken.set(index.name, {
        effect: 'safe',
        kind: 'tables',
        changes: ddl.dropIndex(table, index, dialect),
        sentence: `drop the rest of the incomplete index ${index.name}`,
      });
    }
  return [...broken.values()];
}

/** Others are of the database's administrator. */
export const isOwnIndex = (name: string, remembered: readonly string[]): boolean =>
  remembered.includes(name) || OWN_NAME.test(name);

/** The second form: names that were cut. Search indexes are younger than the memory of names: administrators have names that end in `_fts`. */
const OWN_NAME = new RegExp(`_(ix|uq)(_[0-9a-f]{8})?$|^.{${LONGEST_NAME - 9}}_[0-9a-f]{8}$`);

const dropped = (
  { name: table }: TableSpec,
  index: FoundIndex,
  phase: 'tables' | 'rest',
  dialect: Dialect,
): MigrationStep => ({
  effect: 'safe',
  kind: 'tables',
  phase,
  changes: ddl.dropIndex(table, index, dialect),
  sentence: `drop the index ${index.name}`,
});

/** The unique indexes of the steps that stored values break: values may be equal since the plan. */
export async function brokenIndexes(
  steps: readonly MigrationStep[],
  tx: Tx,
  { id }: Dialect,
): Promise<MigrationStep[]> {
  const broken: MigrationStep[] = [];
  for (const step of steps) {
    if (step.kind !== 'tables' || !step.unique) continue;
    const [table, index] = step.unique;
    const count = await countShared(tx, id(table.name), index.columns.map(id));
    if (count > 0) broken.push(blocked(table, index, count));
  }
  return broken;
}

/**
 * How many combinations of values several rows have that a declared unique index would refuse. A new column is empty, has one value in
 * all rows, or is filled by an expression. Values of another type are compared as they will be.
 */
async function sharedValues(
  table: TableSpec,
  has: FoundTable,
  index: TableIndex,
  steps: readonly MigrationStep[],
  { tx, dialect }: MigrationContext,
): Promise<number> {
  const { id } = dialect;
  const names: string[] = [];
  for (const name of index.columns) {
    const column = table.columns.find((each) => each.name === name);
    const present = has.columns.get(name);
    if (present) names.push(id(present.name));
    else if (column?.fill) names.push(column.fill(id));
    else if (column?.default === undefined) return 0;
  }
  const conversions = steps.filter((step) => step.kind === 'convertColumn');
  const present = index.columns.flatMap((name) => {
    const column = has.columns.get(name);
    return column ? [{ ...column, change: conversions.find((step) => step.column.name === name) }] : [];
  });
  if (present.every(({ change }) => !change)) return countShared(tx, id(has.name), names);
  const rows = new Map<string, number>();
  for await (const page of columnPages(tx, dialect, has.name, present))
    for (const [, ...stored] of page) {
      const values = present.map(({ change }, at) =>
        change ? convertStored(stored[at], change.source, change.target, dialect).value : stored[at],
      );
      const key = JSON.stringify(values.map(String));
      if (!values.includes(null)) rows.set(key, (rows.get(key) ?? 0) + 1);
    }
  return [...rows.values()].filter((count) => count > 1).length;
}

async function countShared(tx: Tx, table: string, names: readonly string[]): Promise<number> {
  const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
  const [row] = await tx.all(
    `SELECT COUNT(*) FROM (SELECT 1 FROM ${table} WHERE ${filled} GROUP BY ${names.join(', ')} HAVING COUNT(*) > 1) g`,
  );
  return Number(row?.[0] ?? 0);
}

const blocked = (
  { owner }: TableSpec,
  { attributes = [], name }: TableIndex,
  broken: number,
): MigrationStep => ({
  effect: 'blocked',
  broken,
  kind: 'tables',
  changes: [],
  sentence: `${owner}: documents share values of ${attributes.join(', ')} (shared: ${broken}), so the unique index ${name} cannot be created. Change these documents, or remove "unique" from the index`,
});
