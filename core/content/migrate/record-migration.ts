// Tells plugins which changes of tables were made, such as for an audit log. The tables of the plugins are there by now.
import type { Hooks } from '../../kernel/app/hooks';
import type { MigrationStep } from './migration-step';

/** Sentences of one record. */
const MOST = 100;

export async function recordMigration(hooks: Hooks, steps: readonly MigrationStep[]): Promise<void> {
  if (steps.length === 0) return;
  const changes = steps.slice(0, MOST).map(({ sentence }) => sentence);
  const details = { count: steps.length, changes };
  await hooks.record.promise({ event: 'migration.applied', details, request: null });
}
