// Eight processes start at once: on three nodes of Galera, on an empty database, on the same schema, on a changed one; and on PostgreSQL
// behind a pooler with four connections. All of them must serve.
import type { DatabaseOptions } from '../../core/database/config-types';
import { removeFolders } from '../../core/kernel/cli/testing-command-line';
import { withDatabase } from '../servers/connections';
import { startPooler } from '../servers/front-servers';
import { startGalera } from '../servers/galera';
import { startPrivateServer } from '../servers/private-server';
import { PROCESSES, startOn } from '../start/start-together';
import type { Measurement, Result } from './measurement';

const ROUNDS = 20;
const FIRST = { name: { type: 'string' } };
const CHANGED = { ...FIRST, size: { type: 'integer' }, code: { type: 'string', unique: true } };

export const galeraStarts: Measurement = {
  name: 'galera-starts',
  summary: 'eight processes start at once on three nodes of Galera: empty, same and changed schema',
  async run({ long, folder, note }) {
    const galera = await startGalera(folder);
    try {
      return await rounds(
        long ? ROUNDS : 1,
        galera.nodes.map(({ config }) => ({ ...config, poolWait: 20_000 })),
        note,
      );
    } finally {
      await galera.remove();
    }
  },
};

export const pooledStarts: Measurement = {
  name: 'pooled-starts',
  summary: 'eight processes start at once on PostgreSQL behind a pooler with four connections',
  async run({ long, folder, note }) {
    const server = await startPrivateServer({ client: 'postgres', folder, isDurable: false });
    const pooler = await startPooler(folder, server.config, { size: 4 });
    try {
      const pooled: DatabaseOptions = { ...server.config, port: pooler.port, pooler: true, poolWait: 20_000 };
      return await rounds(long ? ROUNDS : 1, [pooled], note);
    } finally {
      await pooler.remove();
      await server.remove();
    }
  },
};

async function rounds(
  count: number,
  addresses: readonly DatabaseOptions[],
  note: (line: string) => void,
): Promise<Result> {
  const faults: string[] = [];
  let started = 0;
  try {
    for (let round = 1; round <= count; round += 1) {
      const database = `quire_round_${round}`;
      const [server] = addresses;
      if (!server) throw new Error('There is no address');
      await withDatabase(server, ({ knex }) => knex.raw(`CREATE DATABASE ${database}`));
      const own = addresses.map((address) => ({ ...address, database }));
      for (const [state, attributes] of [
        ['empty', FIRST],
        ['same', FIRST],
        ['changed', CHANGED],
      ] as const) {
        const began = performance.now();
        const failed = await startOn(own, attributes);
        started += PROCESSES - failed.length;
        faults.push(...failed.map((fault) => `round ${round}, ${state}: ${fault}`));
        note(`round ${round}, ${state}: ${PROCESSES - failed.length} of ${PROCESSES} in ${seconds(began)} s`);
      }
    }
  } finally {
    removeFolders();
  }
  return { summary: `${started} of ${count * 3 * PROCESSES} processes serve`, faults };
}

const seconds = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);
