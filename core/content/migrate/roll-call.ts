// Asks all processes on the database for the schema that they serve. A fact in quire_meta is the question; each process sees it when it
// next looks at the epoch, and writes a row. Processes that only read cannot answer.
//   roll call                        Yq3…
//   present Yq3… 8cZ…                7 process 4711 on a
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Tx } from '../../database/database';
import { deleteFacts, writeFact } from './write-fact';

export const ROLL_CALL = 'roll call';

export interface PresentProcess {
  readonly name: string;
  /** Of the schema that it serves. */
  readonly epoch: number;
}

type Target = Pick<Database, 'dialect' | 'transaction'>;

const prefixOf = (call: string): string => `present ${call} `;

export async function answerRoll(database: Target, call: string, epoch: number): Promise<void> {
  // Processes of containers may have one name and one id.
  const name = prefixOf(call) + randomBytes(9).toString('base64url');
  const value = `${epoch} process ${process.pid} on ${hostname()}`;
  await database.transaction((tx) => writeFact(tx, database.dialect, name, value), {
    commits: null,
    ambient: false,
  });
}

/** Waits so long for answers (milliseconds). */
export async function callRoll(database: Target, patience: number): Promise<PresentProcess[]> {
  const { dialect } = database;
  const call = randomBytes(9).toString('base64url');
  const write = (work: (tx: Tx) => Promise<void>): Promise<void> => database.transaction(work);
  await write((tx) => writeFact(tx, dialect, ROLL_CALL, call));
  await wait(patience);
  const [name, value] = [dialect.id('name'), dialect.id('value')];
  const rows = await database.transaction((tx) =>
    tx.all(`SELECT ${name}, ${value} FROM quire_meta WHERE ${name} LIKE 'present %'`),
  );
  // Those of a call that was stopped go too.
  await write((tx) => deleteFacts(tx, dialect, ROLL_CALL, ...rows.map(([row]) => String(row))));
  return rows
    .filter(([row]) => String(row).startsWith(prefixOf(call)))
    .map(([, answer]) => {
      const [epoch = '', ...words] = String(answer).split(' ');
      return { name: words.join(' '), epoch: Number(epoch) };
    });
}
