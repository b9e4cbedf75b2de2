// Writes the rows of plugins' own tables, inside the transaction of the import.

import {
  type App,
  type ImportedContent,
  insertMany,
  jsonLines,
  type Member,
  type ModelColumn,
  pathToText,
  refuseInput,
  runCheck,
  toDatabase,
} from '../../../core';
import { type Head, MOST_ID, rowCheck, tableOfRows } from '../archive/format';
import type { Choice } from '../choose-types';
import {
  allTables,
  conditionOf,
  ownerOf,
  type RowTable,
  refuseUnmet,
  rowFilter,
  rowTables,
  toParam,
} from './archived-rows';
import { createRowChoice } from './row-choice';

export interface RowsImport {
  /** Into an application with such rows: refused. */
  refusePresent(): Promise<void>;
  /** Removes the rows that are replaced. */
  clear(): Promise<void>;
  /** Writes the rows of the member, if it has rows that are chosen. */
  take(member: Member): Promise<void>;
  /** Ends the import: compares the counts of the archive, and counts the written rows by part. */
  finish(
    expected: Readonly<Record<string, number>>,
    imported: ImportedContent,
  ): Promise<{ readonly counts: Readonly<Record<string, number>>; readonly notes: readonly string[] }>;
}

const BATCH = 500;

export function createRowsImport(app: App, { secrets, tables = [] }: Head, choice: Choice): RowsImport {
  refuseUnmet(app, choice, secrets);
  const filter = rowFilter(app, choice, secrets);
  const chosen = new Map(comparedTables(app, tables, choice, secrets).map((table) => [table.table, table]));
  const groups = [...new Set([...chosen.values()].map(({ group }) => group))];
  const isChosen = createRowChoice(filter);
  const read = new Map([...chosen.keys()].map((name) => [name, 0]));
  const written = new Map(groups.map((group) => [group, 0]));
  const { database } = app;
  const { dialect } = database;
  return {
    async refusePresent() {
      const full: string[] = [];
      for (const table of chosen.values()) {
        const { text, params } = conditionOf(app, table, null);
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
      for (const group of groups) await app.archives.get(group)?.clear?.();
      // A table may name rows of an earlier one.
      for (const table of [...chosen.values()].reverse()) {
        const { text, params } = conditionOf(app, table, filter);
        await database.transaction((tx) => tx.run(`DELETE FROM ${dialect.id(table.table)}${text}`, params));
      }
    },
    async take(member) {
      const table = chosen.get(tableOfRows(member.name) ?? '');
      if (!table) return;
      let rows: NumberedRow[] = [];
      let number = 0;
      const flush = async (): Promise<void> => {
        await insert(app, table, rows, member.name);
        written.set(table.group, (written.get(table.group) ?? 0) + rows.length);
        rows = [];
      };
      for await (const value of jsonLines(member)) {
        number += 1;
        const { value: row, issues } = runCheck(rowCheck, value);
        const [issue] = issues;
        if (issue) refuseInput(`${member.name}, row ${number}: ${pathToText(issue.path)} ${issue.message}.`);
        if (isChosen(table, row)) rows.push({ number, row });
        if (rows.length === BATCH) await flush();
      }
      await flush();
      read.set(table.table, (read.get(table.table) ?? 0) + number);
    },
    async finish(expected, imported) {
      for (const [name, count] of read)
        if (count !== (expected[name] ?? 0))
          refuseInput(`${name}: the archive says ${expected[name] ?? 0} rows, and has ${count}.`);
      await removeLost(app);
      const notes: string[] = [];
      for (const group of groups) notes.push(...((await app.archives.get(group)?.finish?.(imported)) ?? []));
      return { counts: Object.fromEntries(written), notes };
    },
  };
}

interface NumberedRow {
  /** From 1, in its member. */
  readonly number: number;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The chosen tables of the archive, with the columns that it has. A difference to those here refuses the import. */
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
  return here.flatMap((table) => {
    const found = given.find((each) => each.table === table.table);
    if (!found) return [];
    const columns = Object.entries(table.columns).filter(([name]) => Object.hasOwn(found.columns, name));
    return [{ ...table, columns: Object.fromEntries(columns) }];
  });
}

async function insert(
  { database }: App,
  { group, table, columns, where = {} }: RowTable,
  rows: readonly NumberedRow[],
  member: string,
): Promise<void> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return;
  const { dialect } = database;
  const names = [...Object.keys(columns), ...Object.keys(where)];
  const values = rows.map(({ number, row }) => [
    ...Object.entries(columns).map(([name, column]) =>
      toParam(dialect, storedOf(row, name, column, `${member}, row ${number}: ${name}`)),
    ),
    ...Object.values(where).map((value) => toParam(dialect, value)),
  ]);
  await database.transaction(async (tx) => {
    try {
      await insertMany(tx, dialect, table, names, values);
    } catch (error) {
      if (dialect.classify(error).kind !== 'duplicate') throw error;
      const text = error instanceof Error ? error.message : String(error);
      refuseInput(
        `${member}, rows ${first.number} to ${last.number}: a value must be unique, and another row has it (${text}). Remove that row here, or leave the rows out with --exclude ${group}.`,
      );
    }
    if (columns.id?.kind !== 'id' || !dialect.raiseIds) return;
    const highest = rows.reduce((most, { row }) => Math.max(most, Number(row.id)), 0);
    await tx.all(dialect.raiseIds(table), [highest, highest]);
  });
}

function storedOf(
  row: Readonly<Record<string, unknown>>,
  name: string,
  column: ModelColumn,
  at: string,
): unknown {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined || (value === null && column.kind !== 'json'))
    return column.notNull || column.kind === 'id' ? refuseInput(`${at} is missing.`) : null;
  if (column.kind === 'id' && !(Number(value) >= 1 && Number(value) <= MOST_ID))
    refuseInput(`${at} takes a whole number from 1 to 2^52.`);
  // A null of the database is absent.
  if (value === null) return 'null';
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
      const { type: of } = belongsTo;
      const { column, names } = ownerOf(belongsTo);
      for (const type of schema.types.values()) {
        if (of.includes('::') && of !== type.uid) continue;
        const ofType = of.includes('::') ? '' : `${id(of)} = ? AND `;
        await tx.run(
          `DELETE FROM ${id(table)} WHERE ${ofType}NOT EXISTS (SELECT 1 FROM ${id(type.table)} d WHERE d.${names} = ${id(table)}.${id(column)})`,
          ofType === '' ? [] : [type.uid],
        );
      }
    }
  });
}
