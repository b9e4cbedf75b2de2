// Carries out the steps of a migration in the transaction of the caller. MySQL commits each change of a table by itself. After an
// error there, the next start plans from the tables that it finds.
import type { Database, Tx } from '../database';
import { reasonOf } from '../dialects/error-facts';
import { convertColumn } from './convert-column';
import { changeTable } from './ddl';
import type { MigrationStep } from './migration-step';
import { changeEntries } from './stored-entries';

type Target = Pick<Database, 'dialect' | 'knex'>;

export async function applySteps(database: Target, tx: Tx, steps: readonly MigrationStep[]): Promise<void> {
  for (const step of steps) {
    try {
      await applyStep(database, tx, step);
    } catch (error) {
      throw new Error(`The migration stopped at: ${step.sentence}. ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** The lines of `quire migrate plan`, one per step. */
export const describeSteps = (steps: readonly MigrationStep[]): string[] =>
  steps.map((step) => `[${wordOf(step)}] ${step.sentence}`);

function wordOf({ effect, broken = 0 }: MigrationStep): string {
  if (effect === 'safe' && broken > 0) return 'CHECK';
  return {
    safe: 'at start',
    asked: 'needs apply',
    lossy: 'LOSES DATA',
    unused: 'kept',
    blocked: 'BLOCKED',
  }[effect];
}

async function applyStep(database: Target, tx: Tx, step: MigrationStep): Promise<void> {
  if (step.kind === 'tables') {
    for (const change of step.changes) await changeTable(database.knex, tx, change);
  } else if (step.kind === 'convertColumn') {
    await convertColumn(database, tx, step);
  } else await changeEntries(tx, database.dialect, step.schema, step.changes);
}
