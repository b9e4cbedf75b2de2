// Changes the tables to match the schema. Startup does only steps that lose nothing. For any other step startup fails; the
// message lists the steps and the command that does them. Most starts do not load this file (sync.ts).

import type { Database, Tx } from '../../database/database';
import { isDoneElsewhere } from '../../database/dialects/error-facts';
import { pause } from '../../kernel/concurrency/deadlines';
import type { Schema } from '../model/compiled/content-type';
import type { LedgerChange } from '../sql/axis-ledger';
import { announce } from './announce';
import { applySteps, withoutDropped } from './apply-steps';
import { followLedger } from './attach-axes';
import { type Choice, chosenBy, SAFELY } from './chosen-steps';
import { isRename } from './ddl';
import { type FoundTables, introspect } from './introspect';
import { isBreaking } from './is-breaking';
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
import { type SchemaEpoch, writeEpoch } from './schema-epoch';
import { hasSearch } from './search-support';
import { statementsOf } from './step-statements';
import { describeSteps, logSteps, refuseSteps } from './step-words';
import { upgradeStorage } from './storage-version';
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
): Promise<SyncResult> => migrateAlone(database, schema, options, 'start');

/** One process at a time. Processes with a former schema stop writing before a migration that would break them. */
const migrateAlone = (
  database: Database,
  schema: Schema,
  options: SyncOptions,
  choice: Choice | 'start',
): Promise<SyncResult> =>
  planningAgain(() =>
    database.exclusively(async () => {
      const withdraw = await announce(
        database,
        options.grace ? await brokenEpoch(database, schema, options, choice) : null,
        options,
      );
      try {
        return await underSyncLock(database, (tx) => migrate(database, tx, schema, options, choice));
      } catch (error) {
        await withdraw().catch(() => undefined);
        throw error;
      }
    }),
  );

/** The epoch of the database, if the migration would break processes with the present schema. */
const brokenEpoch = (
  database: Database,
  schema: Schema,
  options: SyncOptions,
  choice: Choice | 'start',
): Promise<SchemaEpoch | null> =>
  underSyncLock(database, async (tx) => {
    const plan = await prepare(database, tx, schema, options);
    const steps = chosenSteps(plan.steps, choice);
    return breaks(plan, steps) ? plan.epoch : null;
  });

/** The steps to do. Throws a StartupError if others are needed. */
function chosenSteps(steps: readonly MigrationStep[], choice: Choice | 'start'): MigrationStep[] {
  const isChosen =
    choice === 'start' ? ({ effect }: MigrationStep) => effect === 'safe' : chosenBy(steps, choice);
  refuseSteps(steps.filter((step) => step.effect !== 'unused' && !isChosen(step)));
  return steps.filter(isChosen);
}

/** Processes with the schema of the database do not use what it does not use. */
function breaks(
  { found, target, known, fingerprint }: Awaited<ReturnType<typeof prepare>>,
  steps: readonly MigrationStep[],
): boolean {
  const isSameSchema = fingerprint !== '' && target.fingerprintOf(target.models) === fingerprint;
  return hasMemory(found) && !isSameSchema && isBreaking(steps, target.changes, known, target.models);
}

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
    const { found, target, steps, epoch } = await prepare(database, tx, schema, options);
    const { changes, models } = target;
    return { ...resultOf(target, steps, epoch.epoch), found, changes, models };
  });
}

/** `quire migrate apply`: every step that loses nothing, and those that the choice names. */
export async function applyMigration(
  database: Database,
  schema: Schema,
  options: SyncOptions & Partial<Choice>,
): Promise<SyncResult> {
  const choice = { ...SAFELY, ...options };
  return choice.only
    ? planningAgain(() => underSyncLock(database, (tx) => removeOnly(database, tx, schema, options, choice)))
    : migrateAlone(database, schema, options, choice);
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
    // Processes that still use what is removed must not write any more.
    const { epoch } = plan.epoch;
    const least = breaks(plan, steps) ? epoch + 1 : epoch;
    await writeEpoch(tx, database.dialect, { epoch, least: Math.max(plan.epoch.least, least) });
    await forgetFingerprint(tx, database.dialect);
    await beginAgain(database);
    await applySteps(database, tx, steps, 'values');
    const removed = steps.flatMap(({ removes }) => removes ?? []);
    await removeClaims(tx, removed);
    if (removed.length > 0) await options.dropped?.(removed);
    await writeModels(tx, database.dialect, withoutDropped(plan.known, steps));
    await applySteps(database, tx, steps, 'rest');
  }
  return resultOf(plan.target, steps, plan.epoch.epoch);
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
  const steps = chosenSteps(plan.steps, choice);
  const epoch = nextEpoch(plan, steps, breaks(plan, steps));
  if (steps.length > 0 && hasMemory(plan.found)) {
    await writeEpoch(tx, dialect, { epoch: plan.epoch.epoch, least: epoch.least });
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
  await upgradeStorage(tx, dialect, plan.storage);
  await writeMemory(tx, dialect, { entries, fingerprint: plan.target.fingerprintOf(models), epoch });
  tx.afterCommit(() => {
    logSteps(
      options.log,
      steps,
      plan.steps.filter((step) => step.effect === 'unused' && !steps.includes(step)),
    );
    for (const line of said) options.log.info(line);
  });
  return resultOf({ ...plan.target, models }, steps, epoch.epoch);
}

/** An announcement without a migration is over. A migration that stopped had begun, so its raised `least` stays. */
function nextEpoch(
  { epoch: { epoch, least }, fingerprint }: { readonly epoch: SchemaEpoch; readonly fingerprint: string },
  steps: readonly MigrationStep[],
  isBroken: boolean,
): SchemaEpoch {
  if (isBroken) return { epoch: epoch + 1, least: epoch + 1 };
  // Only processes with the present schema do not use what was removed.
  if (steps.some(({ effect }) => effect === 'unused')) return { epoch: epoch + 1, least: epoch };
  return { epoch: epoch + 1, least: fingerprint === '' ? least : Math.min(least, epoch) };
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
  const { models, renames, epoch, storage, fingerprint } = memory;
  const moving = new Set(
    target.changes.flatMap(({ entry, became }) =>
      became === 'dormant' ? [] : [schema.types.get(entry.uid)?.table ?? ''],
    ),
  );
  const steps = await planMigration(target.tables, schema, { tx, dialect, found, models, renames, moving });
  return { found, target, steps, known: models, epoch, storage, fingerprint };
}

const hasMemory = (found: FoundTables): boolean =>
  ['quire_meta', 'quire_schema', 'quire_axes'].every((name) => found.has(name));
