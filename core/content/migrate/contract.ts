// `quire migrate apply --contract`: the second step of a migration in two steps. It removes the columns of the former schema, when no
// process serves it any more. With the files of the former schema, it takes the first step back.
import type { Database, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Schema } from '../model/compiled/content-type';
import { applySteps, withoutDropped } from './apply-steps';
import { type Choice, chosenBy } from './chosen-steps';
import { removePairs } from './expand';
import {
  EXPANSION,
  type Expansion,
  type PairedAttribute,
  refuseOther,
  type Side,
  writeExpansion,
} from './expansion';
import { writeMemory, writeModels } from './memory';
import type { MigrationStep } from './migration-step';
import { isSameSchema, type Prepared, prepare } from './prepare-migration';
import { removeClaims } from './remove-claims';
import { callRoll, type PresentProcess } from './roll-call';
import { writeEpoch } from './schema-epoch';
import { isOfPair } from './step-words';
import { type StoredModels, withModels } from './stored-model';
import { beginAgain, underSyncLock } from './sync-lock';
import type { SyncOptions } from './sync-target';
import { deleteFacts } from './write-fact';

export interface Contraction {
  readonly keeps: Side;
  readonly pairs: readonly PairedAttribute[];
  /** Removals of unused values. */
  readonly steps: readonly MigrationStep[];
}

/** `patience`: milliseconds that processes have to answer the roll call. */
export async function contractSchema(
  database: Database,
  schema: Schema,
  { patience, ...options }: SyncOptions & Choice & { readonly patience: number },
): Promise<Contraction> {
  return database.exclusively(async () => {
    const { expansion, keeps } = await underSyncLock(database, async (tx) =>
      sideOf(await prepare(database, tx, schema, options)),
    );
    // A stop may have removed columns already.
    if (expansion.state === 'done') refusePresent(await callRoll(database, patience), expansion, keeps);
    return underSyncLock(database, (tx) => contract(database, tx, schema, options));
  });
}

function sideOf(plan: Prepared): { readonly expansion: Expansion; readonly keeps: Side } {
  const { expansion, isFormer } = plan;
  if (!expansion || expansion.state === 'begun')
    throw new StartupError(
      'There is nothing to contract: no "quire migrate apply --expand" has changed this database, or its second step was made already.',
    );
  refuseOther(expansion, isFormer || isSameSchema(plan));
  return { expansion, keeps: expansion.keeps ?? (isFormer ? 'former' : 'next') };
}

function refusePresent(present: readonly PresentProcess[], { epoch: next }: Expansion, keeps: Side): void {
  const others = present.filter(({ epoch }) => (keeps === 'next' ? epoch < next : epoch >= next));
  if (others.length > 0)
    throw new StartupError(
      `Processes still serve the ${keeps === 'next' ? 'former' : 'next'} schema, so nothing was changed. Stop them, and run the command again.`,
      others.map(({ name }) => ({ where: 'process', message: name })),
    );
}

async function contract(
  database: Database,
  tx: Tx,
  schema: Schema,
  options: SyncOptions & Choice,
): Promise<Contraction> {
  const { dialect } = database;
  const plan = await prepare(database, tx, schema, options);
  const { expansion, keeps } = sideOf(plan);
  const { pairs, former } = expansion;
  const { epoch, least } = plan.epoch;
  if (expansion.state === 'done') await refuseLost(tx, dialect, pairs, keeps);
  // From here on, no process with the other schema starts.
  await writeExpansion(tx, dialect, { ...expansion, state: 'ending', keeps });
  if (keeps === 'former') {
    await writeModels(tx, dialect, former.models);
    await writeMemory(tx, dialect, { ...former, epoch: { epoch: epoch + 1, least } });
  } else await writeEpoch(tx, dialect, { epoch, least: Math.max(least, expansion.epoch) });
  const steps = keeps === 'next' ? removals(plan, pairs, options) : [];
  await removePairs(database, tx, pairs, keeps === 'next' ? 'former' : 'next');
  await applySteps(database, tx, steps, 'rest');
  await beginAgain(database);
  if (keeps === 'next') {
    const removed = steps.flatMap(({ removes }) => removes ?? []);
    await removeClaims(tx, removed);
    if (removed.length > 0) await options.dropped?.(removed);
    const models = withoutDropped(withoutFormer(plan.target.models, pairs), steps);
    await writeModels(tx, dialect, models);
    await writeMemory(tx, dialect, {
      entries: plan.target.entries,
      fingerprint: plan.target.fingerprintOf(models),
      epoch: { epoch, least: Math.max(least, expansion.epoch) },
    });
  }
  await deleteFacts(tx, dialect, EXPANSION);
  return { keeps, pairs, steps };
}

/** A dump without triggers loses them: then a value may be in the column that goes, and not in the one that stays. */
async function refuseLost(
  tx: Tx,
  dialect: Dialect,
  pairs: readonly PairedAttribute[],
  keeps: Side,
): Promise<void> {
  for (const { type, table, from, to, former, next } of pairs) {
    const [kept, gone] = (keeps === 'next' ? [next, former] : [former, next]).map(dialect.id);
    const [lost] = await tx.all(
      `SELECT document_id FROM ${dialect.id(table)} WHERE ${kept} IS NULL AND ${gone} IS NOT NULL ORDER BY id LIMIT 1`,
    );
    if (lost)
      throw new StartupError(
        `${type}: the attributes ${from} and ${to} are not equal, so nothing was changed; the first document: ${lost[0]}. The triggers were lost, such as by a restored dump without them. Copy the values of ${gone} to ${kept} in the table ${table}, and run the command again.`,
      );
  }
}

/** With `drop`: what else is not used. The columns of the pairs go in any case. */
function removals({ steps }: Prepared, pairs: readonly PairedAttribute[], choice: Choice): MigrationStep[] {
  if (!choice.drop) return [];
  const others = steps.filter((step) => step.effect === 'unused' && !isOfPair(step, pairs));
  return others.filter(chosenBy(others, choice));
}

const withoutFormer = (models: StoredModels, pairs: readonly PairedAttribute[]): StoredModels =>
  withModels(models, ({ uid, gone }) => ({
    gone: Object.fromEntries(
      Object.entries(gone).filter(([name]) => !pairs.some(({ type, from }) => type === uid && from === name)),
    ),
  }));
