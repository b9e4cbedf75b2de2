// Two processes with twelve writers each, all at the same few documents.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../core/testing/databases';
import { openApplication, writeApplication } from './application';
import { busyFaults } from './busy';
import type { CrowdResult } from './crowd-writes';
import { examine } from './examine';
import { startWorker } from './processes';
import type { Scenario } from './scenario';

const PROCESSES = 2;
const LOOPS = 12;

const answersOf = ({ written, refused, busy }: CrowdResult): number => written + refused + busy;

export const crowd: Scenario = {
  name: 'crowd',
  summary:
    'two processes with twelve writers each, at the same few documents; a 503 may be one answer in a thousand',
  on: ['sqlite', 'mysql', 'postgres'],
  async run({ client, seconds }) {
    const database = await createTestDatabase(client);
    const dir = mkdtempSync(join(tmpdir(), 'quire-torture-'));
    writeApplication(dir);
    const kernel = await openApplication(dir, database.config);
    try {
      await kernel.start();
      const workers = Array.from({ length: PROCESSES }, () => startWorker());
      const task = {
        kind: 'crowd',
        dir,
        database: database.config,
        loops: LOOPS,
        milliseconds: seconds * 1000,
      } as const;
      await Promise.all(workers.map((worker) => worker.begin(task)));
      const texts = await Promise.all(workers.map((worker) => worker.result()));
      const results = texts.map((text) => JSON.parse(text) as CrowdResult);
      const sum = (count: (result: CrowdResult) => number): number =>
        results.reduce((total, result) => total + count(result), 0);
      const faults = results.flatMap(({ strange }) =>
        Object.entries(strange).map(([text, times]) => `${times} times: ${text}`),
      );
      faults.push(
        ...busyFaults(
          sum(({ busy }) => busy),
          sum(answersOf),
        ),
      );
      if (sum(({ written }) => written) === 0) faults.push('nothing was written');
      faults.push(...(await examine(kernel)));
      return {
        summary: `${sum(({ written }) => written)} writes, ${sum(({ refused }) => refused)} refused, ${sum(({ busy }) => busy)} answered with 503, ${sum(({ retries }) => retries)} retries`,
        faults,
      };
    } finally {
      await kernel.stop();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    }
  },
};
