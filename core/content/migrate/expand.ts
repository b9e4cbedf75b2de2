// `quire migrate apply --expand`: the first step of a migration in two steps. The next schema gets its columns, triggers keep them equal
// to those of the former schema, and the stored values are copied in short transactions. Then the memory has the next schema.
import type { Database, Tx } from '../../database/database';
import { reasonOf } from '../../database/dialects/error-facts';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Schema } from '../model/compiled/content-type';
import { changedLinks } from './changed-links';
import * as ddl from './ddl';
import {
  EXPANSION,
  type Expansion,
  type PairedAttribute,
  pairsByTable,
  refuseOther,
  type Side,
  writeExpansion,
} from './expansion';
import { introspect } from './introspect';
import { isBreaking } from './is-breaking';
import { readMemoryOrNone, writeModels } from './memory';
import { pairAttributes } from './plan-expansion';
import { isSameSchema, prepare } from './prepare-migration';
import { runMigration } from './run-migration';
import { axisRefusal, linkRefusal, stepRefusal } from './split-refusals';
import { beginAgain, runTexts, underSyncLock } from './sync-lock';
import type { SyncOptions, SyncResult } from './sync-target';
import { deleteFacts } from './write-fact';

/** Rows of one transaction. */
const BATCH = 2_000;

export interface ExpansionPlan {
  readonly pairs: readonly PairedAttribute[];
  /** Those that `--contract` ends. */
  readonly waiting: readonly PairedAttribute[];
  /** Why the changes cannot be split. */
  readonly refusals: readonly string[];
}

export async function expandSchema(
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<SyncResult & { readonly pairs: readonly PairedAttribute[] }> {
  return database.exclusively(async () => {
    await undoBegun(database);
    try {
      const begun = await underSyncLock(database, (tx) => begin(database, tx, schema, options));
      const pairs = begun?.pairs ?? [];
      for (const pair of pairs) await copyValues(database, pair);
      const done = await underSyncLock(database, (tx) =>
        runMigration(database, tx, schema, options, 'start', begun),
      );
      return { ...done, pairs };
    } catch (error) {
      await undoBegun(database).catch(() => undefined);
      throw error;
    }
  });
}

/** null: a new database, or one that has the schema already. */
async function begin(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions,
): Promise<Expansion | null> {
  const plan = await prepare(database, tx, schema, options);
  if (plan.memory.models.size === 0 || isSameSchema(plan)) return null;
  refuseOther(plan.expansion, false);
  if (plan.fingerprint === '')
    throw new StartupError(
      'A migration has stopped before its end. Start a process with the former files once, which ends it, or run "quire migrate apply".',
    );
  const { pairs, refusals } = await planExpansion(database, tx, schema, options);
  if (refusals.length > 0)
    throw new StartupError(
      'These changes cannot be split into two steps, so nothing was changed. "quire migrate apply" makes them; processes with the former schema then refuse writes. Deploy the other changes apart from them.',
      refusals.map((message) => ({ where: 'database', message })),
    );
  const { entries, models, fingerprint, epoch } = plan.memory;
  const former = { entries, models, fingerprint, epoch: epoch.epoch };
  const begun: Expansion = { state: 'begun', epoch: epoch.epoch + 1, pairs, former };
  await writeExpansion(tx, database.dialect, begun);
  for (const [name, own] of pairsByTable(pairs)) {
    const table = plan.target.tables.find((each) => each.name === name);
    for (const { next } of own) {
      const column = table?.columns.find((each) => each.name === next);
      if (column) await ddl.changeTable(tx, ddl.addColumn(name, column, database.dialect), database.dialect);
    }
    await createTriggers(database, name, own);
  }
  return begun;
}

async function createTriggers(
  database: Database,
  table: string,
  pairs: readonly PairedAttribute[],
): Promise<void> {
  try {
    await runTexts(database, database.dialect.tables.pairs.create(table, pairs));
  } catch (error) {
    throw new StartupError(
      `The database refused triggers on the table ${table}: ${reasonOf(error).split(' - ').at(-1)}. Give its user the right to create them (on MariaDB and MySQL: the privilege TRIGGER; with a binary log, also log_bin_trust_function_creators), and run the command again.`,
    );
  }
}

/** Changes nothing. */
export async function planExpansion(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions,
): Promise<ExpansionPlan & { readonly steps: Awaited<ReturnType<typeof prepare>>['steps'] }> {
  const { memory, found, isFormer } = await prepare(database, tx, schema, options);
  const { pairs, refusals } = pairAttributes(schema, memory);
  // A stop would drop the column with its values.
  const taken = pairs
    .filter(({ table, next }) => found.get(table)?.columns.has(next))
    .map(
      ({ type, to, table, next }) =>
        `${type}: the attribute ${to} needs the column ${next}, which the table ${table} has already. Rename or drop the column first`,
    );
  const waiting = memory.expansion?.state === 'done' && !isFormer ? memory.expansion.pairs : pairs;
  if (taken.length > 0) return { pairs, waiting, refusals: [...refusals, ...taken], steps: [] };
  const plan = await prepare(database, tx, schema, options, pairs);
  const steps = plan.steps.filter(({ effect }) => effect !== 'unused');
  const broken = steps.filter(
    (step) => step.effect !== 'safe' || isBreaking([step], [], new Map(), new Map()),
  );
  const { changes, models } = plan.target;
  const sentences = [
    ...broken.map(stepRefusal),
    ...changedLinks(plan.known, models).map(linkRefusal),
    ...changes.filter(({ entry }) => plan.known.has(entry.uid)).map(axisRefusal),
  ];
  const isUnsaid = sentences.length === 0 && refusals.length === 0;
  if (isUnsaid && isBreaking(steps, changes, plan.known, models))
    sentences.push('an attribute becomes unique or stops being unique');
  return { pairs, waiting, refusals: [...refusals, ...sentences], steps: plan.steps };
}

/** Triggers keep rows equal that are written meanwhile. */
async function copyValues(database: Database, { table, former, next, form }: PairedAttribute): Promise<void> {
  const { id, tables } = database.dialect;
  const [from, to] = [id(former), id(next)];
  const copy = `UPDATE ${id(table)} SET ${to} = ${tables.pairs.up(from, form)} WHERE ${to} IS NULL AND ${from} IS NOT NULL AND id > ? AND id <= ?`;
  const upTo = `SELECT MAX(id) FROM (SELECT id FROM ${id(table)} WHERE id > ? ORDER BY id LIMIT ${BATCH}) page`;
  for (let after: unknown = 0; ; ) {
    const last: unknown = await database.transaction(async (tx) => {
      const [[largest] = []] = await tx.all(upTo, [after]);
      if (largest !== null && largest !== undefined) await tx.run(copy, [after, largest]);
      return largest;
    });
    if (last === null || last === undefined) return;
    after = last;
  }
}

/** Takes back an expansion that was stopped. Processes with the next schema cannot have started. */
export async function undoBegun(database: Database): Promise<void> {
  const { expansion } = await readMemoryOrNone(database);
  if (expansion?.state !== 'begun') return;
  await underSyncLock(database, async (tx) => {
    await writeModels(tx, database.dialect, expansion.former.models);
    await removePairs(database, tx, expansion.pairs, 'next');
    await beginAgain(database);
    await deleteFacts(tx, database.dialect, EXPANSION);
  });
}

/** The triggers, and the columns of one side; also where a stop has left only some of them. */
export async function removePairs(
  database: Database,
  tx: Tx,
  pairs: readonly PairedAttribute[],
  side: Side,
): Promise<void> {
  const { dialect } = database;
  const found = await introspect(tx, dialect);
  for (const [name, own] of pairsByTable(pairs)) {
    const table = found.get(name);
    if (!table) continue;
    await runTexts(database, dialect.tables.pairs.drop(name));
    const columns = own.map((pair) => pair[side]).filter((column) => table.columns.has(column));
    const indexes = [...table.indexes.values()].filter((index) =>
      index.columns.some((column) => columns.includes(column)),
    );
    for (const text of indexes.flatMap((index) => ddl.dropIndex(name, index, dialect))) await tx.run(text);
    for (const column of columns) await ddl.changeTable(tx, ddl.dropColumn(name, column, dialect), dialect);
  }
}
