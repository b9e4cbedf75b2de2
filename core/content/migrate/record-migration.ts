// Tells plugins which changes of tables were made, such as for an audit log.
import type { Hooks } from '../../kernel/app/hooks';
import { thrownMessage } from '../../kernel/errors/thrown';

/** Sentences of one record. */
const MOST = 100;
/** After the taps of plugins, which make the first rows of their tables. */
const LAST = 1_000;

async function record(hooks: Hooks, sentences: readonly string[]): Promise<void> {
  const details = { count: sentences.length, changes: sentences.slice(0, MOST) };
  await hooks.record.promise({ event: 'migration.applied', details, request: null });
}

/** When plugins can use documents. */
export function recordAtStart(hooks: Hooks, sentences: readonly string[]): void {
  if (sentences.length > 0)
    hooks.boot.before.tapPromise({ name: 'content', stage: LAST }, () => record(hooks, sentences));
}

/** After a command, which starts no plugin: some of their tables may not exist yet. Returns a line for people, or none. */
export async function recordOfCommand(hooks: Hooks, sentences: readonly string[]): Promise<string[]> {
  if (sentences.length === 0) return [];
  try {
    await record(hooks, sentences);
    return [];
  } catch (error) {
    return [`The changes were made. A plugin could not record them: ${thrownMessage(error)}`];
  }
}
