// Carries out the steps of a migration in the transaction of the caller, in phases (sync.ts).
import type { Database, Tx } from '../../database/database';
import { reasonOf } from '../../database/dialects/error-facts';
import { convertColumn, convertInPlace } from './convert-column';
import { changeTable } from './ddl';
import type { MigrationStep, Phase } from './migration-step';
import { moveField } from './move-field';
import { changeEntries } from './stored-entries';
import type { StoredModels } from './stored-model';

type Target = Pick<Database, 'dialect' | 'knex'>;

export async function applySteps(
  database: Target,
  tx: Tx,
  steps: readonly MigrationStep[],
  phase: Phase,
): Promise<void> {
  for (const step of steps) {
    try {
      await applyStep(database, tx, step, phase);
    } catch (error) {
      throw new Error(`The migration stopped at: ${step.sentence}. ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** Types and attributes whose values were dropped are not remembered. */
export function withoutDropped(models: StoredModels, steps: readonly MigrationStep[]): StoredModels {
  const types = new Set(steps.flatMap(({ removes }) => removes ?? []));
  const forgets = steps.flatMap((step) => (step.forgets ? [step.forgets] : []));
  return new Map(
    [...models]
      .filter(([uid]) => !types.has(uid))
      .map(([uid, model]) => {
        const names = forgets.flatMap(([owner, names]) => (owner === uid ? names : []));
        const gone = Object.entries(model.gone).filter(([name]) => !names.includes(name));
        return [uid, { ...model, gone: Object.fromEntries(gone) }];
      }),
  );
}

async function applyStep(database: Target, tx: Tx, step: MigrationStep, phase: Phase): Promise<void> {
  if (step.kind === 'tables') {
    if (phase !== (step.phase ?? 'tables')) return;
    for (const change of step.changes) await changeTable(tx, change, database.dialect);
  } else if (step.kind === 'convertColumn') {
    if (phase === 'tables') await convertColumn(database, tx, step);
    else if (phase === 'values') await convertInPlace(database, tx, step);
  } else if (phase !== 'values') return;
  else if (step.kind === 'rows') for (const statement of step.statements) await tx.run(statement);
  else if (step.kind === 'moveField') await moveField(tx, database.dialect, step);
  else await changeEntries(tx, database.dialect, step.schema, step.changes);
}
