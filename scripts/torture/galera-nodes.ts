// A Galera cluster for scenarios. Its first node shows all writes of the others at once: the scenarios check there.
import { tmpdir } from 'node:os';
import { withDatabase } from '../servers/connections';
import { type Galera, startGalera } from '../servers/galera';

export async function startTortureGalera(): Promise<Galera> {
  const galera = await startGalera(tmpdir());
  const [first, ...others] = galera.nodes;
  if (!first) throw new Error('There is no node');
  const showAll = (): Promise<unknown> =>
    withDatabase(first.config, ({ knex }) => knex.raw('SET GLOBAL wsrep_sync_wait = 1'));
  try {
    await showAll();
  } catch (error) {
    await galera.remove();
    throw error;
  }
  const restarted = {
    ...first,
    start: async () => {
      await first.start();
      await showAll();
    },
  };
  return { ...galera, nodes: [restarted, ...others] };
}
