// For each screen and action, a role with everything but this action neither sees nor does it.
import type { Page } from 'playwright-core';
import { describeInChromium } from './open-chromium';
import { documentScreens } from './permissions/document-screens';
import { actionsInSource, reasonFor, screensInSource } from './permissions/known-actions';
import { listScreens } from './permissions/list-screens';
import { operatorScreens } from './permissions/operator-screens';
import { statusOf } from './permissions/requests';
import { scheduleScreens } from './permissions/schedule-screens';
import { locate, type Pair, type Part, type Screen } from './permissions/screen';
import { settingsScreens } from './permissions/settings-screens';
import { OPEN, openSite, PAGE, type Site } from './permissions/site';
import { type Watched, watchRequests } from './permissions/watch-requests';
import { webhookScreens } from './permissions/webhook-screens';

const SCREENS: readonly Screen[] = [
  ...listScreens,
  ...documentScreens,
  ...settingsScreens,
  ...operatorScreens,
  ...webhookScreens,
  ...scheduleScreens,
];
const PAIRS = SCREENS.flatMap((screen) => screen.pairs.map((pair) => ({ screen, ...pair })));
const ACTIONS = [...new Set(PAIRS.map(({ action }) => action))];

const partsOf = ({ hides }: Pair): readonly Part[] => (hides === 'closed' ? [] : hides);

const verbOf = (action: string): string => action.slice(action.lastIndexOf('.') + 1);

describeInChromium('permissions in the admin', (launch) => {
  let site: Site;
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    site = await openSite(launch);
    page = await site.open();
    watched = watchRequests(page);
  });
  afterAll(() => site?.admin.close());

  const visit = async (screen: Screen, isOpen: boolean): Promise<void> => {
    watched.refused();
    await page.goto(`${site.admin.base}/admin/${screen.address(site)}`);
    await watched.settled();
    if (isOpen) {
      await screen.act?.(page);
      await watched.settled();
    }
  };
  /** Which of the parts are on the screen. */
  const seen = async (pair: Pair): Promise<readonly unknown[]> => {
    const parts = partsOf(pair);
    const shown = await Promise.all(parts.map((part) => locate(page, part).count()));
    return parts.filter((_, index) => shown[index] !== 0);
  };
  const notices = () => page.locator('main .notice.error, dialog .notice.error').allTextContents();

  describe('with every action', () => {
    beforeAll(() => site.take(null));

    test.each(SCREENS)('$name has all its parts', async (screen) => {
      await visit(screen, true);
      for (const pair of screen.pairs)
        for (const part of partsOf(pair)) await locate(page, part).first().waitFor({ state: 'attached' });
      if (screen.link !== undefined) await locate(page, ['link', screen.link]).first().waitFor();
      expect([await notices(), watched.refused()]).toEqual([[], []]);
    });

    test('each request of the matrix succeeds', async () => {
      const failed: unknown[] = [];
      for (const { screen, action, request } of PAIRS) {
        const answer = await site.ask(await request(site));
        if (statusOf(answer) >= 400) failed.push([screen.name, action, answer]);
      }
      expect(failed).toEqual([]);
    });
  });

  describe.each(ACTIONS)('without %s', (action) => {
    const pairs = PAIRS.filter((pair) => pair.action === action);
    beforeAll(() => site.take(action));

    test('the server refuses', async () => {
      for (const { screen, request, status = 403 } of pairs)
        expect([screen.name, statusOf(await site.ask(await request(site)))]).toEqual([screen.name, status]);
    });

    test.each(pairs)('$screen.name shows no part that needs it', async ({ screen, ...pair }) => {
      const isClosed = pair.hides === 'closed';
      await visit(screen, !isClosed);
      expect(await seen(pair)).toEqual([]);
      if (isClosed && screen.link !== undefined)
        expect(await locate(page, ['link', screen.link]).count()).toBe(0);
      const closed = ['Your role may not open this screen. Why not?'];
      expect([await notices(), watched.refused()]).toEqual([isClosed ? closed : [], []]);
    });
  });

  test('a role that may only create sends a new document once, when it is complete', async () => {
    await site.take(`${PAGE}.update`);
    await page.goto(`${site.admin.base}/admin/types/${PAGE}/new`);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') writes.push(request.postData() ?? '');
    });
    const title = page.getByRole('textbox', { name: /^Title/ });
    await title.fill('Written');
    await title.blur();
    await page.locator('.save.changed').waitFor();
    await title.fill('Written at once');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.save.saved').waitFor();
    expect(writes.map((body) => JSON.parse(body).data.title)).toEqual(['Written at once']);
    expect(await title.isDisabled()).toBe(true);
  });

  test(`without ${OPEN}, there is a login in place of every screen`, async () => {
    await site.take(OPEN);
    expect((await site.ask({ path: '/admin/api/model' })).status).toBe(401);
    await page.goto(`${site.admin.base}/admin/media`);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Media' }).count()).toBe(0);
  });

  test('the matrix has every action that a role can have, or there is a reason', () => {
    // The parts of other types are those of pages.
    const isInMatrix = (action: string): boolean =>
      ACTIONS.includes(action) ||
      (action.startsWith('api::') && ACTIONS.includes(`${PAGE}.${verbOf(action)}`));
    expect(site.actions.filter((each) => isInMatrix(each) === (reasonFor(each) !== null))).toEqual([]);
    expect(ACTIONS.filter((each) => !site.actions.includes(each))).toEqual([]);
    const { actions, verbs } = actionsInSource();
    expect(actions.filter((each) => each !== OPEN && !isInMatrix(each))).toEqual([]);
    expect(verbs.filter((verb) => !ACTIONS.includes(`${PAGE}.${verb}`))).toEqual([]);
    const addresses = SCREENS.map((screen) => screen.address(site).split(/[/?]/)[0]);
    expect(screensInSource().filter((name) => !addresses.includes(name))).toEqual([]);
    expect([actions.length > 20, verbs.length > 8]).toEqual([true, true]);
  });

  test('writes no error to the console', () => {
    expect(site.admin.problems).toEqual([]);
  });
});
