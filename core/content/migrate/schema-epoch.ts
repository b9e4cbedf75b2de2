// The epoch of the schema, a fact in quire_meta. Each migration raises it. `least` is the epoch from which processes may write: a migration
// under which processes of the former schema would fail or write wrong data raises it too.
//   epoch   {"epoch":7,"least":6}
import type { Database, Row, Steps, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { StartupError } from '../../kernel/errors/startup-error';
import { ROLL_CALL } from './roll-call';
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

/** `call`: of a roll call that has not ended (roll-call.ts). */
export async function readEpoch(
  database: Pick<Database, 'dialect' | 'read'>,
): Promise<SchemaEpoch & { readonly call: string | null }> {
  const { id, finish } = database.dialect;
  const sql = finish(`SELECT ${id('name')}, ${id('value')} FROM quire_meta WHERE ${id('name')} IN (?, ?)`);
  const statement = { sql, name: 'epoch', isBackground: true as const };
  function* steps(): Steps<Row[]> {
    const [rows = []] = yield [{ statement, params: [EPOCH, ROLL_CALL] }];
    return rows;
  }
  const rows = await database.read(steps, { single: true });
  const textOf = (fact: string): string | undefined => {
    const value = rows.find(([name]) => name === fact)?.[1];
    return typeof value === 'string' ? value : undefined;
  };
  return { ...parseEpoch(textOf(EPOCH)), call: textOf(ROLL_CALL) ?? null };
}
