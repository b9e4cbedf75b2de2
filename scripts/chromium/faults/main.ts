// The long form of admin-faults.test.ts: `node dist/scripts/chromium/faults/main.js --runs 200 --seed 1`. Prints each seed that fails.
import { parseArgs } from 'node:util';
import { launchChromium } from '../open-chromium';
import { planOf } from './plan';
import { runPlan } from './run';
import { openSite } from './site';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
  });
  // Otherwise Chromium ends, and the process stays.
  process.on('SIGTERM', () => process.exit(1));
  const first = Number(values.seed);
  const runs = Number(values.runs);
  const [browser, site] = await Promise.all([launchChromium(), openSite()]);
  let failed = 0;
  try {
    await site.start();
    for (let seed = first; seed < first + runs; seed += 1) {
      const problems = await runPlan(planOf(seed), { browser, site });
      if (problems.length > 0) failed += 1;
      process.stdout.write(`seed ${seed}: ${problems.length === 0 ? 'ok' : problems.join('\n  ')}\n`);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  process.stdout.write(`${runs} runs, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

void main();
