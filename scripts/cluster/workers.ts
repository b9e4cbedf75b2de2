// The same list from one process and from two workers on SQLite. Both share the cores with the client, so the figure is the processor time
// that a request needs: two workers answer as many requests as fit into the time of the busier one, or of half of all their processes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDeployment } from '../bench/app/deployment';
import type { Server } from '../bench/app/processes';
import { startLoad } from '../bench/measure/load';
import { median } from '../bench/measure/median';
import { cpuOf } from '../bench/measure/process-figures';
import { POPULATED } from '../bench/paths';
import type { Measurement } from './measurement';

const DIST = join(__dirname, '..', '..');
/** SQLite needs none. */
const NO_SERVER = { host: '', port: 0, user: '', password: '', database: '' };
const WORKERS = 2;
const ROWS = 10_000;
const CONNECTIONS = 16;
const MILLISECONDS = 3_000;
const ROUNDS = { long: 9, short: 3 } as const;
/** Times one process. */
const TARGET = 1.8;
const FAIL_BELOW = 1.6;

export const workers: Measurement = {
  name: 'workers',
  summary: `a populated list from ${WORKERS} workers on SQLite, against one process, without the client`,
  async run({ long, note }) {
    const where = { ...NO_SERVER, engine: 'sqlite', filename: '' } as const;
    const deployment = await createDeployment({ where, rows: ROWS, dist: DIST, self: false, note });
    const load = startLoad();
    const servers: Server[] = [];
    try {
      const one = await deployment.anotherApplication();
      servers.push(one);
      const two = await deployment.withWorkers(WORKERS);
      servers.push(two);
      /** Requests per second of the processors. */
      const capacityOf = async ({ target, pid }: Server): Promise<number> => {
        const pids = processesOf(pid ?? 0);
        const before = pids.map(cpuOf);
        const { requests } = await load.run({
          target,
          requests: [{ method: 'GET', path: POPULATED }],
          connections: CONNECTIONS,
          milliseconds: MILLISECONDS,
        });
        const used = pids.map((own, at) => cpuOf(own) - (before[at] ?? 0));
        const all = used.reduce((sum, own) => sum + own, 0);
        return requests / (Math.max(...used, all / Math.max(1, pids.length - 1)) / 1e6);
      };
      // The code is compiled by the first requests.
      for (const server of [one, two, one, two]) await capacityOf(server);
      const ratios: number[] = [];
      for (let round = 0; round < (long ? ROUNDS.long : ROUNDS.short); round += 1) {
        const [single, shared] = [await capacityOf(one), await capacityOf(two)];
        ratios.push(shared / single);
        note(
          `${single.toFixed(0)} and ${shared.toFixed(0)} requests per second: ${(shared / single).toFixed(2)}`,
        );
      }
      const ratio = median(ratios);
      return {
        summary: `${ratio.toFixed(2)} times one process (target ${TARGET})`,
        faults: ratio < FAIL_BELOW ? [`${ratio.toFixed(2)} is below ${FAIL_BELOW}`] : [],
      };
    } finally {
      load.stop();
      for (const server of servers) await server.stop();
      await deployment.close();
    }
  },
};

/** The process and its children: the first process of `--workers` only passes connections on. */
function processesOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}
