// The nodes of a Galera cluster are killed one by one under load. Each has a process of the application. Requests to the process of a
// killed node get 503, never 500, until the node has joined again; and each acknowledged write is stored.
import { setTimeout as pause } from 'node:timers/promises';
import type { Kernel } from '../../core';
import type { Galera } from '../servers/galera';
import { ARTICLES } from './application';
import { startTortureGalera } from './galera-nodes';
import { faultsOf, startLoad, writesAgain } from './load';
import type { Outcome, Scenario } from './scenario';
import { openApplication, withApplicationOn } from './test-application';

/** Milliseconds. */
const BEFORE = 2_000;
const AWAY = 3_000;
const RECOVERY = 60_000;

export const nodes: Scenario = {
  name: 'nodes',
  summary: 'nodes of Galera are killed one by one under load: 503 meanwhile, no loss, recovery without help',
  on: ['mysql'],
  isLong: true,
  async run({ note }) {
    const galera = await startTortureGalera();
    const [first, ...others] = galera.nodes;
    if (!first) throw new Error('There is no node');
    const started: Kernel[] = [];
    try {
      return await withApplicationOn(ARTICLES, first.config, async ({ kernel, dir }) => {
        await kernel.listen();
        for (const { config } of others) {
          const other = await openApplication(ARTICLES, dir, config);
          started.push(other);
          await other.listen();
        }
        const result = await killOneByOne(galera, [kernel, ...started], note);
        for (const other of started.splice(0)) await other.stop();
        return result;
      });
    } finally {
      for (const other of started) await other.stop().catch(() => undefined);
      await galera.remove();
    }
  },
};

async function killOneByOne(
  { nodes }: Galera,
  kernels: readonly Kernel[],
  note: (line: string) => void,
): Promise<Outcome> {
  const loads = kernels.map(({ server }) => startLoad(server.url));
  const faults: string[] = [];
  for (const [index, node] of nodes.entries()) {
    await pause(BEFORE);
    await node.crash();
    await pause(AWAY);
    const began = performance.now();
    await node.start();
    note(`node ${index + 1} has joined again after ${Math.round(performance.now() - began)} ms`);
    const areWriting = await Promise.all(loads.map((load) => writesAgain(load, RECOVERY)));
    for (const [process, isWriting] of areWriting.entries())
      if (!isWriting)
        faults.push(
          `process ${process + 1} wrote nothing for ${RECOVERY / 1000} s after node ${index + 1} was back`,
        );
  }
  await Promise.all(loads.map((load) => load.stop()));
  const [first] = kernels;
  if (!first) throw new Error('There is no process');
  const { faults: own, refused } = await faultsOf(first, loads);
  const written = loads.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  return {
    summary: `${nodes.length} nodes killed, ${written} writes acknowledged, ${refused} requests got 503`,
    faults: [...faults, ...own],
  };
}
