// Two editors on one document while the server is killed, sessions end and requests fail: no character is lost, and none is overwritten
// unseen. `node dist/scripts/chromium/faults/main.js` runs as many random plans as wanted.
import type { Browser } from 'playwright-core';
import { type Plan, planOf } from './faults/plan';
import { runPlan } from './faults/run';
import { openSite, type Site } from './faults/site';
import { describeInChromium } from './open-chromium';

/** It had two saves on their way at once, and the second one saw no clash. */
const LEFT: Plan = {
  seed: 7,
  steps: [
    { kind: 'type', by: 'ann', field: 'sections', count: 6 },
    { kind: 'type', by: 'ben', field: 'story', count: 2 },
    { kind: 'save', by: 'ben' },
    { kind: 'type', by: 'ann', field: 'story', count: 3 },
    { kind: 'type', by: 'ben', field: 'sections', count: 2 },
    { kind: 'type', by: 'ann', field: 'body', count: 5 },
    { kind: 'type', by: 'ben', field: 'sections', count: 5 },
    { kind: 'leave', by: 'ben' },
    { kind: 'type', by: 'ben', field: 'line', count: 3 },
  ],
};

describeInChromium('two editors and faults', (launch) => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launch(), openSite()]);
    await site.start();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  // Kills, a revoked permission and a form that is left.
  test('no text is lost with the seed 4', async () => {
    expect(await runPlan(planOf(4), { browser, site })).toEqual([]);
  });

  test('a form that is left while it saves overwrites nothing unseen', async () => {
    expect(await runPlan(LEFT, { browser, site })).toEqual([]);
  });
});
