// Tells plugins which changes of tables were made, such as for an audit log. The tables of the plugins are there by now.
import type { Hooks } from '../../kernel/app/hooks';

/** Sentences of one record. */
const MOST = 100;

export async function recordMigration(hooks: Hooks, sentences: readonly string[]): Promise<void> {
  if (sentences.length === 0) return;
  const details = { count: sentences.length, changes: sentences.slice(0, MOST) };
  await hooks.record.promise({ event: 'migration.applied', details, request: null });
}
