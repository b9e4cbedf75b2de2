// Two processes with twelve writers each write the same few documents.
import { examine } from '../../core/testing/examine';
import { busyFaults } from './answers';
import { ARTICLES } from './application';
import type { CrowdResult } from './crowd-writes';
import { runWorkers } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';

const PROCESSES = 2;
const LOOPS = 12;

export const crowd: Scenario = {
  name: 'crowd',
  summary: 'two processes with twelve writers each write the same few documents; 503 is rare',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, seconds }) =>
    withApplication(ARTICLES, client, async ({ kernel, dir, database }) => {
      await kernel.start();
      const milliseconds = seconds * 1000;
      const results = await runWorkers<CrowdResult>(PROCESSES, {
        kind: 'crowd',
        dir,
        database,
        loops: LOOPS,
        milliseconds,
      });
      const sum = (key: 'written' | 'refused' | 'busy' | 'retries'): number =>
        results.reduce((total, result) => total + result[key], 0);
      const faults = results.flatMap(({ strange }) =>
        Object.entries(strange).map(([text, times]) => `${times} times: ${text}`),
      );
      faults.push(...busyFaults(sum('busy'), sum('written') + sum('refused') + sum('busy')));
      if (sum('written') === 0) faults.push('no write succeeded');
      faults.push(...(await examine(kernel)));
      const summary = `${sum('written')} writes, ${sum('refused')} refused, ${sum('busy')} got 503, ${sum('retries')} retries`;
      return { summary, faults };
    }),
};
