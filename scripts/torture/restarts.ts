// A database server crashes under load and comes back. Requests get 503 meanwhile, never 500. Afterwards the application recovers
// by itself, and each acknowledged write is stored.
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kernel } from '../../core';
import { type PrivateServer, startPrivateServer } from '../servers/private-server';
import { ARTICLES } from './application';
import { faultsOf, startLoad, writesAgain } from './load';
import type { Scenario } from './scenario';
import { withApplicationOn } from './test-application';

const CRASHES = 2;
/** Milliseconds. */
const BEFORE = 1_000;
const AWAY = 1_500;
const RECOVERY = 45_000;

export const restarts: Scenario = {
  name: 'restarts',
  summary: 'a database server crashes under load: 503 meanwhile, no loss, recovery without help',
  on: ['mysql', 'postgres'],
  async run({ client, note }) {
    if (client === 'sqlite') throw new Error('SQLite has no server');
    const server = await startPrivateServer({ client, folder: tmpdir(), isDurable: true });
    try {
      return await withApplicationOn(ARTICLES, server.config, ({ kernel }) =>
        crashUnderLoad(kernel, server, note),
      );
    } finally {
      await server.remove();
    }
  },
};

async function crashUnderLoad(kernel: Kernel, server: PrivateServer, note: (line: string) => void) {
  await kernel.listen();
  const load = startLoad(kernel.server.url);
  const faults: string[] = [];
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    await pause(BEFORE);
    await server.crash();
    await pause(AWAY);
    await server.start();
    const began = performance.now();
    if (!(await writesAgain(load, RECOVERY)))
      faults.push(`no writes ${RECOVERY / 1000} s after the server was back`);
    note(`crash ${crash}: writes again after ${Math.round(performance.now() - began)} ms`);
  }
  await load.stop();
  const { faults: own, refused } = await faultsOf(kernel, [load]);
  faults.push(...own);
  const summary = `${CRASHES} crashes, ${load.acknowledged.length} writes acknowledged, ${refused} requests got 503`;
  return { summary, faults };
}
