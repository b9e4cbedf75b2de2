// One migration in the transaction of the caller, under the start lock: plan, apply, write the memory.
import type { Database, Tx } from '../../database/database';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Schema } from '../model/compiled/content-type';
import { applySteps, withoutDropped } from './apply-steps';
import { followLedger } from './attach-axes';
import { type Choice, chosenBy } from './chosen-steps';
import { isRename } from './ddl';
import { type Expansion, refuseDrop, refuseOther, writeExpansion } from './expansion';
import { forgetClaims, forgetFingerprint, writeMemory, writeModels, writeRenames } from './memory';
import type { MigrationStep } from './migration-step';
import { brokenIndexes } from './plan-indexes';
import { breaks, hasMemory, isSameSchema, type Prepared, prepare } from './prepare-migration';
import { removeClaims } from './remove-claims';
import { renamesIn } from './renamed-types';
import { type SchemaEpoch, writeEpoch } from './schema-epoch';
import { logSteps, refuseSteps } from './step-words';
import { upgradeStorage } from './storage-version';
import { type StoredModels, withModels } from './stored-model';
import { beginAgain } from './sync-lock';
import { formerResult, resultOf, type SyncOptions, type SyncResult } from './sync-target';
import { seedCounter } from './system-tables';

/** `begun`: the columns and triggers of an expansion exist, and it ends here. */
export async function runMigration(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions,
  choice: Choice | 'start',
  begun: Expansion | null = null,
): Promise<SyncResult> {
  const { dialect } = database;
  const plan = await prepare(database, tx, schema, options, begun?.pairs);
  if (begun) refuseUndone(plan);
  else {
    refuseBetweenSteps(plan, choice);
    if (plan.isFormer) return formerResult({ target: plan.target, memory: plan.memory });
  }
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
  const renamed = renamesIn(steps);
  if (renamed.size > 0) await options.renamed?.(renamed);
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
  if (begun) await writeExpansion(tx, dialect, { ...begun, state: 'done', epoch: epoch.epoch });
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

/** A start lock may be lost during a long copy. Another migration has then dropped the columns. */
function refuseUndone({ expansion }: Prepared): void {
  if (expansion?.state === 'begun') return;
  throw new StartupError(
    'Another process has changed the database while values were copied, and has taken this step back. Run the command again.',
  );
}

/** Throws a StartupError if the migration would change what an expansion needs. */
export function refuseBetweenSteps(plan: Prepared, choice: Choice | 'start'): void {
  refuseOther(plan.expansion, plan.isFormer || isSameSchema(plan));
  if (choice !== 'start' && choice.drop) refuseDrop(plan.expansion);
}

/** The steps to do. Throws a StartupError if others are needed. */
export function chosenSteps(steps: readonly MigrationStep[], choice: Choice | 'start'): MigrationStep[] {
  const isChosen =
    choice === 'start' ? ({ effect }: MigrationStep) => effect === 'safe' : chosenBy(steps, choice);
  refuseSteps(steps.filter((step) => step.effect !== 'unused' && !isChosen(step)));
  return steps.filter(isChosen);
}
