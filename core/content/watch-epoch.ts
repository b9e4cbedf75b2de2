// Watches the epoch of the schema in the database. After a migration that breaks this process, it is not ready, and it refuses writes. It
// also answers the roll call of a migration.
import type { Database } from '../database/database';
import type { Kernel } from '../kernel/app/app';
import { coreErrors } from '../kernel/errors/core-errors';
import { answerRoll } from './migrate/roll-call';
import { readEpoch, type SchemaEpoch } from './migrate/schema-epoch';

/** Milliseconds between two looks. */
const EVERY = 400;
/** How long a migration waits before its first change. In development, a process has the database for itself. */
export const GRACE = 1_500;

/** `own`: the epoch that this process has found or written at its start. */
export function watchEpoch(
  { shared, log, config }: Pick<Kernel, 'shared' | 'log' | 'config'>,
  database: Database,
  own: number,
) {
  let isRefusing = false;
  let answered: string | null = null;

  function judge({ least }: SchemaEpoch): void {
    const mustRefuse = least > own;
    if (mustRefuse === isRefusing) return;
    isRefusing = mustRefuse;
    database.refuse(mustRefuse ? () => coreErrors.SCHEMA_CHANGED() : null);
    if (mustRefuse)
      log.warn(
        'The schema of the database has changed under this process: it is not ready, and refuses writes. Replace it by a process with the new schema',
        { own, least },
      );
    else log.info('The announced change of the schema did not take place; this process goes on');
  }

  return shared.value<SchemaEpoch>('schema epoch', {
    maxAge: EVERY,
    watch: true,
    async load() {
      const { call, ...found } = await readEpoch(database);
      judge(found);
      if (call !== null && call !== answered && !config.server.readOnly) {
        await answerRoll(database, call, own);
        answered = call;
      }
      return found;
    },
  });
}
