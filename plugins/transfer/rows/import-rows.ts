// Writes the rows of plugins' own tables, inside the transaction of the import.

import {
  type App,
  insertMany,
  jsonLines,
  type Member,
  type ModelColumn,
  pathToText,
  refuseInput,
  runCheck,
  toDatabase,
} from '../../../core';
import { type Head, rowCheck, tableOfRows } from '../archive/format';
import type { Choice } from '../choose-types';
import { allTables, conditionOf, type RowTable, rowTables, toParam } from './archived-rows';

export interface RowsImport {
  /** Into an application with such rows: refused. */
  refusePresent(): Promise<void>;
  /** Removes the rows that are replaced. */
  clear(): Promise<void>;
  /** Writes the rows of the member, if it has rows that are chosen. */
  take(member: Member): Promise<void>;
  /** Ends the import: compares the counts, and returns them by part. */
  finish(expected: Readonly<Record<string, number>>): Promise<Readonly<Record<string, number>>>;
}

const BATCH = 500;

export function createRowsImport(app: App, { secrets, tables = [] }: Head, choice: Choice): RowsImport {
  const chosen = new Map(comparedTables(app, tables, choice, secrets).map((table) => [table.table, table]));
  const counts = new Map([...chosen.keys()].map((name) => [name, 0]));
  const { database } = app;
  const { dialect } = database;
  return {
    async refusePresent() {
      const full: string[] = [];
      for (const table of chosen.values()) {
        const { text, params } = conditionOf(app, table);
        const [[count] = []] = await database.transaction((tx) =>
          tx.all(`SELECT COUNT(*) FROM ${dialect.id(table.table)}${text}`, params),
        );
        if (Number(count) > 0) full.push(`${table.group} (${table.table}, ${Number(count)} rows)`);
      }
      if (full.length > 0)
        refuseInput(
          `This application has rows of: ${full.join(', ')}. --exclude NAME leaves them as they are; --replace NAME removes them first.`,
        );
    },
    async clear() {
      for (const table of chosen.values()) {
        const { text, params } = conditionOf(app, table);
        await database.transaction((tx) => tx.run(`DELETE FROM ${dialect.id(table.table)}${text}`, params));
      }
    },
    async take(member) {
      const table = chosen.get(tableOfRows(member.name) ?? '');
      if (!table) return;
      let rows: Record<string, unknown>[] = [];
      for await (const value of jsonLines(member)) {
        const { value: row, issues } = runCheck(rowCheck, value);
        const [issue] = issues;
        if (issue) refuseInput(`${member.name}: ${pathToText(issue.path)} ${issue.message}.`);
        rows.push(row);
        if (rows.length < BATCH) continue;
        await insert(app, table, rows, member.name);
        rows = [];
        counts.set(table.table, (counts.get(table.table) ?? 0) + BATCH);
      }
      await insert(app, table, rows, member.name);
      counts.set(table.table, (counts.get(table.table) ?? 0) + rows.length);
    },
    async finish(expected) {
      const written: Record<string, number> = {};
      for (const [name, count] of counts) {
        if (count !== (expected[name] ?? 0))
          refuseInput(`${name}: the archive says ${expected[name] ?? 0} rows, and has ${count}.`);
        const { group = name } = chosen.get(name) ?? {};
        written[group] = (written[group] ?? 0) + count;
      }
      await removeLost(app);
      for (const group of Object.keys(written)) await app.archives.get(group)?.finish?.();
      return written;
    },
  };
}

/** The chosen tables of the archive. A difference to those here refuses the import. */
function comparedTables(
  app: App,
  given: NonNullable<Head['tables']>,
  choice: Choice,
  secrets: boolean,
): RowTable[] {
  const here = rowTables(app, choice, secrets);
  const known = new Set(allTables(app).map(({ table }) => table));
  const differences = given
    .filter(({ group }) => choice.has(group))
    .flatMap(({ group, table, columns }) => {
      const found = here.find((each) => each.table === table);
      // Its rows name documents that are not chosen.
      if (!found && known.has(table)) return [];
      if (!found)
        return [`${group}: the table ${table} is missing here; enable its plugin, or --exclude ${group}`];
      return Object.entries(columns).flatMap(([name, kind]) =>
        found.columns[name]?.kind === kind
          ? []
          : [
              `${group}: ${table}.${name} is ${kind} in the archive, and ${found.columns[name]?.kind ?? 'missing'} here`,
            ],
      );
    });
  if (differences.length > 0)
    refuseInput('Tables of plugins differ in the archive and here; nothing was written:', ...differences);
  return here.filter(({ table }) => given.some((each) => each.table === table));
}

async function insert(
  { database }: App,
  { table, columns, key, where = {} }: RowTable,
  rows: readonly Readonly<Record<string, unknown>>[],
  member: string,
): Promise<void> {
  if (rows.length === 0) return;
  const { dialect } = database;
  // A column that no row has gets its default.
  const names = Object.keys(columns).filter((name) => rows.some((row) => Object.hasOwn(row, name)));
  const own = Object.keys(where);
  const values = rows.map((row) => [
    ...names.map((name) => toParam(dialect, storedOf(row[name], columns[name], `${member}: ${name}`))),
    ...Object.values(where).map((value) => toParam(dialect, value)),
  ]);
  await database.transaction(async (tx) => {
    try {
      await insertMany(tx, dialect, table, [...names, ...own], values);
    } catch (error) {
      const { kind } = dialect.classify(error);
      if (kind !== 'duplicate' && kind !== 'overflow' && kind !== 'other') throw error;
      refuseInput(
        `${member}: the database refuses a row: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    const highest = key.includes('id') ? rows.reduce((most, { id }) => Math.max(most, Number(id)), 0) : 0;
    if (highest > 0 && dialect.raiseIds) await tx.all(dialect.raiseIds(table), [highest, highest]);
  });
}

function storedOf(value: unknown, column: ModelColumn | undefined, at: string): unknown {
  if (value === undefined || value === null) return null;
  if (!column) return refuseInput(`${at} is unknown.`);
  try {
    const isBig = column.kind === 'bigint' && typeof value === 'string' && /^-?\d{1,19}$/.test(value);
    return toDatabase(isBig ? BigInt(value) : value, column, at);
  } catch (error) {
    return refuseInput(error instanceof Error ? error.message : String(error));
  }
}

/** Rows of documents that do not exist. A later document may have such an id. */
async function removeLost(app: App): Promise<void> {
  const { database, schema } = app;
  const { id } = database.dialect;
  await database.transaction(async (tx) => {
    for (const { table, belongsTo } of allTables(app)) {
      if (!belongsTo) continue;
      const { document, type: of } = belongsTo;
      for (const type of schema.types.values()) {
        if (of.includes('::') && of !== type.uid) continue;
        const ofType = of.includes('::') ? '' : `${id(of)} = ? AND `;
        await tx.run(
          `DELETE FROM ${id(table)} WHERE ${ofType}NOT EXISTS (SELECT 1 FROM ${id(type.table)} d WHERE d.document_id = ${id(table)}.${id(document)})`,
          ofType === '' ? [] : [type.uid],
        );
      }
    }
  });
}
