// Two editors on one document while the server is killed, sessions end and requests fail: no character is lost, and none is overwritten
// unseen. `node dist/scripts/chromium/faults/main.js` runs as many random plans as wanted.
import type { Browser } from 'playwright-core';
import { planOf } from './faults/plan';
import { runPlan } from './faults/run';
import { openSite, type Site } from './faults/site';
import { describeInChromium } from './open-chromium';

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

  test.each([1, 2, 3, 4, 5, 6])('no text is lost with the seed %i', async (seed) => {
    expect(await runPlan(planOf(seed), { browser, site })).toEqual([]);
  });
});
