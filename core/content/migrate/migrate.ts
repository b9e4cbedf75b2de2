// Changes the tables to match the schema. Startup does only steps that lose nothing. For any other step startup fails; the
// message lists the steps and the command that does them. Most starts do not load this file (sync.ts).

import type { Database, Tx } from '../../database/database';
import { isDoneElsewhere } from '../../database/dialects/error-facts';
import { pause } from '../../kernel/concurrency/deadlines';
import type { Schema } from '../model/compiled/content-type';
import type { LedgerChange } from '../sql/axis-ledger';
import { announce } from './announce';
import { applySteps, withoutDropped } from './apply-steps';
import { type Choice, chosenBy, SAFELY } from './chosen-steps';
import { undoBegun } from './expand';
import { refuseDrop } from './expansion';
import type { FoundTables } from './introspect';
import { type Losing, losingOf } from './losing-documents';
import { forgetFingerprint, writeModels } from './memory';
import type { MigrationStep } from './migration-step';
import { breaks, prepare } from './prepare-migration';
import { removeClaims } from './remove-claims';
import { chosenSteps, refuseBetweenSteps, runMigration } from './run-migration';
import { type SchemaEpoch, writeEpoch } from './schema-epoch';
import { statementsOf } from './step-statements';
import { describeSteps, refuseSteps } from './step-words';
import type { StoredModels } from './stored-model';
import { beginAgain, underSyncLock } from './sync-lock';
import { resultOf, type SyncOptions, type SyncResult } from './sync-target';

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
  /** Of each step the documents that lose values, if asked for. */
  readonly losing: readonly (Losing | null)[];
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
      await undoBegun(database);
      const withdraw = await announce(
        database,
        options.grace ? await brokenEpoch(database, schema, options, choice) : null,
        options,
      );
      try {
        return await underSyncLock(database, (tx) => runMigration(database, tx, schema, options, choice));
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
    refuseBetweenSteps(plan, choice);
    if (plan.isFormer) return null;
    const steps = chosenSteps(plan.steps, choice);
    return breaks(plan, steps) ? plan.epoch : null;
  });

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
  details = false,
): Promise<MigrationPlan> {
  return underSyncLock(database, async (tx) => {
    const { steps, expansion } = await prepare(database, tx, schema, options);
    const lines = describeSteps(steps, expansion?.state === 'begun' ? [] : expansion?.pairs);
    const losing: (Losing | null)[] = [];
    if (details) for (const step of steps) losing.push(await losingOf(step));
    return { steps, lines, losing, sql: statementsOf(database.dialect, steps) };
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
  refuseDrop(plan.expansion);
  // What is unused may be what the schema names wrongly.
  refuseSteps(plan.steps.filter(({ effect }) => effect === 'wrong'));
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
