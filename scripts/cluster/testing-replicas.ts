// Servers and clients for tests of replicas.
import type { DatabaseOptions } from '../../core/database/config-types';
import { withDatabase } from '../servers/connections';
import { mariadbd, postgresProgram } from '../servers/programs';

export const hasPostgresPrograms = (): boolean => isFound(() => postgresProgram('pg_basebackup'));
export const hasMariadbPrograms = (): boolean => isFound(mariadbd);

function isFound(program: () => string): boolean {
  try {
    return program() !== '';
  } catch {
    return false;
  }
}

export const withStatement = (server: DatabaseOptions, text: string): Promise<void> =>
  withDatabase(server, ({ knex }) => knex.raw(text));

/** A client of two processes writes through one and reads through the other, in turn. Returns how often it saw an older value. */
export async function writeAndRead(urls: readonly [string, string], times: number): Promise<number> {
  const send = async (url: string, method: string, path: string, data?: object): Promise<Thing> => {
    const answer = await fetch(`${url}/api/things${path}`, {
      method,
      ...(data && { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) }),
    });
    if (!answer.ok) throw new Error(`${method} got ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Thing }).data;
  };
  const { documentId } = await send(urls[0], 'POST', '', { number: 0 });
  let stale = 0;
  for (let number = 1; number <= times; number += 1) {
    const [writes, shows] = number % 2 === 0 ? urls : ([urls[1], urls[0]] as const);
    await send(writes, 'PUT', `/${documentId}`, { number });
    if ((await send(shows, 'GET', `/${documentId}`)).number !== number) stale += 1;
  }
  return stale;
}

interface Thing {
  readonly documentId: string;
  readonly number: number;
}
