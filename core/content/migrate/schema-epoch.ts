// The epoch of the schema, a fact in quire_meta. Each migration raises it. `least` is the epoch from which processes may write: a migration
// under which processes of the former schema would fail or write wrong data raises it too.
//   epoch   {"epoch":7,"least":6}
import type { Database, Steps, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { StartupError } from '../../kernel/errors/startup-error';
import { writeFact } from './write-fact';

export const EPOCH = 'epoch';

export interface SchemaEpoch {
  readonly epoch: number;
  /** Greater than `epoch`: a migration is about to begin, or has stopped. */
  readonly least: number;
}

/** Of a database that no start has finished with. */
export const NO_EPOCH: SchemaEpoch = { epoch: 0, least: 0 };

export function parseEpoch(text: string | undefined): SchemaEpoch {
  if (text === undefined) return NO_EPOCH;
  const found = /^\{"epoch":(\d{1,15}),"least":(\d{1,15})\}$/.exec(text);
  if (!found)
    throw new StartupError(
      `The row "${EPOCH}" of the table quire_meta is no epoch of the schema: ${text.slice(0, 80)}. Stop all processes, delete the row, and start again.`,
    );
  return { epoch: Number(found[1]), least: Number(found[2]) };
}

export const writeEpoch = (tx: Tx, dialect: Dialect, { epoch, least }: SchemaEpoch): Promise<void> =>
  writeFact(tx, dialect, EPOCH, JSON.stringify({ epoch, least }));

export async function readEpoch(database: Pick<Database, 'dialect' | 'read'>): Promise<SchemaEpoch> {
  const { id, finish } = database.dialect;
  const sql = finish(`SELECT ${id('value')} FROM quire_meta WHERE ${id('name')} = ?`);
  const statement = { sql, name: 'epoch', isBackground: true as const };
  function* steps(): Steps<unknown> {
    const [rows = []] = yield [{ statement, params: [EPOCH] }];
    return rows[0]?.[0];
  }
  const text = await database.read(steps, { single: true });
  return parseEpoch(typeof text === 'string' ? text : undefined);
}
