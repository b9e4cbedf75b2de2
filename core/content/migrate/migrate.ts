// Changes the tables to match the schema. Startup does only steps that lose nothing. For any other step startup fails; the
// message lists the steps and the command that does them. Most starts do not load this file (sync.ts).

import type { Database, Tx } from '../../database/database';
import { isDoneElsewhere } from '../../database/dialects/error-facts';
import { pause } from '../../kernel/concurrency/deadlines';
import type { Schema } from '../model/compiled/content-type';
import type { LedgerChange } from '../sql/axis-ledger';
import { applySteps, withoutDropped } from './apply-steps';
import { followLedger } from './attach-axes';
import { type Choice, chosenBy, SAFELY } from './chosen-steps';
import { isRename } from './ddl';
import { type FoundTables, introspect } from './introspect';
import {
  forgetClaims,
  forgetFingerprint,
  NO_MEMORY,
  readMemory,
  writeMemory,
  writeModels,
  writeRenames,
} from './memory';
import type { MigrationStep } from './migration-step';
import { brokenIndexes } from './plan-indexes';
import { planMigration } from './plan-migration';
import { removeClaims } from './remove-claims';
import { hasSearch } from './search-support';
import { statementsOf } from './step-statements';
import { describeSteps, logSteps, refuseSteps } from './step-words';
import { type StoredModels, withModels } from './stored-model';
import { beginAgain, underSyncLock } from './sync-lock';
import { resultOf, type SyncOptions, type SyncResult, targetOf } from './sync-target';
import { seedCounter } from './system-tables';

/** The differences between database and schema. */
export interface SchemaState extends SyncResult {
  /** Axes that the next start attaches, enables or disables. */
  readonly changes: readonly LedgerChange[];
  readonly found: FoundTables;
  /** Content types and components as they would be remembered, those without a file included. */
  readonly models: StoredModels;
}

export interface MigrationPlan {
  readonly steps: readonly MigrationStep[];
  /** The steps as lines for people. */
  readonly lines: readonly string[];
  /** The statements of each step, as far as SQL can do it; comments say what Quire does. */
  readonly sql: readonly string[];
}

/** The steps of a start. Throws a StartupError where data would be lost. */
export const migrateSafely = (
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<SyncResult> =>
  planningAgain(() => underSyncLock(database, (tx) => migrate(database, tx, schema, options, 'start')));

/** Another node of a cluster, whose start lock was lost, may have run a statement. The next plan finds what is left. */
async function planningAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === PLANS || !isDoneElsewhere(error)) throw error;
      await pause(attempt * LONGEST_PAUSE);
    }
}

const PLANS = 5;
const LONGEST_PAUSE = 200;

/** `quire migrate plan`: the steps that the next start would do and refuse, and unused tables and columns. */
export async function planSchema(
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<MigrationPlan> {
  return underSyncLock(database, async (tx) => {
    const { steps } = await prepare(database, tx, schema, options);
    return { steps, lines: describeSteps(steps), sql: statementsOf(database.dialect, steps) };
  });
}

/** `quire doctor`: the same comparison, with the facts compared. Changes nothing. */
export async function inspectSchema(
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<SchemaState> {
  return underSyncLock(database, async (tx) => {
    const { found, target, steps } = await prepare(database, tx, schema, options);
    const { changes, models } = target;
    return { ...resultOf(target, steps), found, changes, models };
  });
}

/** `quire migrate apply`: every step that loses nothing, and those that the choice names. */
export async function applyMigration(
  database: Database,
  schema: Schema,
  options: SyncOptions & Partial<Choice>,
): Promise<SyncResult> {
  const choice = { ...SAFELY, ...options };
  return planningAgain(() =>
    underSyncLock(database, (tx) =>
      choice.only
        ? removeOnly(database, tx, schema, options, choice)
        : migrate(database, tx, schema, options, choice),
    ),
  );
}

/** Removes unused values. All other steps wait, so the memory of the last start stays as it is. */
async function removeOnly(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions,
  choice: Choice,
): Promise<SyncResult> {
  const plan = await prepare(database, tx, schema, options);
  const steps = plan.steps.filter(chosenBy(plan.steps, choice));
  if (steps.length > 0) {
    await forgetFingerprint(tx, database.dialect);
    await beginAgain(database);
    await applySteps(database, tx, steps, 'values');
    const removed = steps.flatMap(({ removes }) => removes ?? []);
    await removeClaims(tx, removed);
    if (removed.length > 0) await options.dropped?.(removed);
    await writeModels(tx, database.dialect, withoutDropped(plan.known, steps));
    await applySteps(database, tx, steps, 'rest');
  }
  return resultOf(plan.target, steps);
}

async function migrate(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions,
  choice: Choice | 'start',
): Promise<SyncResult> {
  const { dialect } = database;
  const plan = await prepare(database, tx, schema, options);
  const isAllowed =
    choice === 'start' ? ({ effect }: MigrationStep) => effect === 'safe' : chosenBy(plan.steps, choice);
  refuseSteps(plan.steps.filter((step) => step.effect !== 'unused' && !isAllowed(step)));
  const steps = plan.steps.filter(isAllowed);
  if (steps.length > 0 && hasMemory(plan.found)) {
    await forgetFingerprint(tx, dialect);
    // Before the first change of a table, which MariaDB commits: a stop must not leave claims of former values.
    await forgetClaims(
      tx,
      dialect,
      steps.flatMap(({ changesValues }) => changesValues ?? []),
    );
  }
  await applySteps(database, tx, steps, 'undo');
  const renames = steps.flatMap((step) =>
    step.kind === 'tables' && step.phase !== 'undo' ? step.changes.filter(isRename) : [],
  );
  if (renames.length > 0) await writeRenames(tx, dialect, renames);
  await applySteps(database, tx, steps, 'tables');
  // One transaction for all values and the memory of them: a stop before its commit leaves both as they were.
  await beginAgain(database);
  await applySteps(database, tx, steps, 'values');
  refuseSteps(await brokenIndexes(steps, tx, dialect));
  const removed = steps.flatMap(({ removes }) => removes ?? []);
  await removeClaims(tx, removed);
  if (removed.length > 0) await options.dropped?.(removed);
  await writeModels(tx, dialect, untilIndexed(plan.target.models, plan.known));
  await applySteps(database, tx, steps, 'rest');
  await beginAgain(database);
  await seedCounter(tx, dialect);
  const { tables, entries, changes } = plan.target;
  const said = await followLedger(tx, dialect, schema, tables, entries, changes);
  if (changes.length > 0) refuseSteps(await brokenIndexes(steps, tx, dialect));
  await applySteps(database, tx, steps, 'unique');
  const models = withoutDropped(plan.target.models, steps);
  await writeModels(tx, dialect, models);
  await writeMemory(tx, dialect, { entries, fingerprint: plan.target.fingerprintOf(models) });
  tx.afterCommit(() => {
    logSteps(
      options.log,
      steps,
      plan.steps.filter((step) => step.effect === 'unused' && !isAllowed(step)),
    );
    for (const line of said) options.log.info(line);
  });
  return resultOf({ ...plan.target, models }, steps);
}

/** Indexes of the last start are remembered until they are dropped. */
const untilIndexed = (models: StoredModels, known: StoredModels): StoredModels =>
  withModels(models, ({ uid, type }) => ({
    type: type && { ...type, indexes: [...type.indexes, ...(known.get(uid)?.type?.indexes ?? [])] },
  }));

async function prepare(database: Database, tx: Tx, schema: Schema, options: SyncOptions) {
  const { dialect } = database;
  const found = await introspect(tx, dialect);
  const memory = hasMemory(found) ? await readMemory(database) : NO_MEMORY;
  const target = targetOf(schema, memory, { ...options, search: await hasSearch(database, schema) });
  const { models, renames } = memory;
  const moving = new Set(
    target.changes.flatMap(({ entry, became }) =>
      became === 'dormant' ? [] : [schema.types.get(entry.uid)?.table ?? ''],
    ),
  );
  const steps = await planMigration(target.tables, schema, { tx, dialect, found, models, renames, moving });
  return { found, target, steps, known: models };
}

const hasMemory = (found: FoundTables): boolean =>
  ['quire_meta', 'quire_schema', 'quire_axes'].every((name) => found.has(name));
