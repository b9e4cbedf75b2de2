// What the admin asks again and again, in a real Chromium: the stream of presence, and the new start after the builder has written files. Both
// end in a hidden tab, on another screen, and with the session.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { CONTENT, PASSWORD, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';
/** Longer than all pauses between two requests. */
const LONG = 60_000;

describeInChromium('polling of the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  /** Requests that have not ended, and the number of all. */
  let open: Set<unknown>;
  let asked: number;
  beforeAll(async () => {
    admin = await openAdmin(launch, { ...CONTENT, env: { NODE_ENV: 'development' } });
  });
  afterAll(() => admin?.close());
  afterEach(() => page.context().close());

  /** A page of a new user, because the tests end sessions. */
  const openPage = async (name: string, ...actions: readonly string[]): Promise<void> => {
    const cookie = await userWith(admin.app, name, ['plugin::admin.app.open', ...actions]);
    page = await admin.newPage({ storageState: stateOf(cookie) });
    // The test turns the clock on.
    await page.clock.install();
    open = new Set();
    asked = 0;
  };

  const count = (address: RegExp): void => {
    page.on('request', (request) => {
      if (!address.test(request.url())) return;
      asked += 1;
      open.add(request);
    });
    page.on('requestfinished', (request) => void open.delete(request));
    page.on('requestfailed', (request) => void open.delete(request));
  };
  const until = (state: () => boolean): Promise<void> =>
    expect(
      (async () => {
        while (!state()) await page.evaluate(() => undefined);
      })(),
    ).resolves.toBeUndefined();
  const show = (state: 'hidden' | 'visible'): Promise<void> =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  /** The number of requests that a minute brings. */
  const later = async (): Promise<number> => {
    const before = asked;
    await page.clock.runFor(LONG);
    await page.evaluate(() => undefined);
    return asked - before;
  };
  /** An answer sets the next timer, and may come after the clock has run. */
  const asksAgain = async (): Promise<void> => {
    const before = asked;
    while (asked === before) await later();
  };
  const endSession = (): Promise<void> =>
    page.evaluate(() =>
      fetch('/admin/api/logout', { method: 'POST', headers: { 'Quire-Admin': '1' } }).then(() => undefined),
    );
  const logIn = async (name: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name or address').fill(name);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in' }).click();
  };

  test('a document has one stream, while its tab and its session are there', async () => {
    const { documentId } = await admin.app
      .documents(ARTICLE)
      .create({ data: { title: 'A pond' }, status: 'draft' } as never);
    await openPage('viewer', ...['find', 'findOne', 'readDraft'].map((verb) => `${ARTICLE}.${verb}`));
    count(/\/presence\//);
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await until(() => open.size === 1);
    await show('hidden');
    await until(() => open.size === 0);
    await expect(later()).resolves.toBe(0);
    await show('visible');
    await until(() => open.size === 1);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click();
    await until(() => open.size === 0);
    await expect(later()).resolves.toBe(0);
    await page.goBack();
    await until(() => open.size === 1);
    await endSession();
    await until(() => open.size === 0);
    // The stream ended, so it is asked for again once; the login waits over the form.
    await page.clock.runFor(LONG);
    await page.getByRole('dialog').getByText('Log in again.').waitFor();
    await until(() => open.size === 0);
    await expect(later()).resolves.toBe(0);
    await logIn('viewer');
    await until(() => open.size === 1);
    await page.goto('about:blank');
    await until(() => open.size === 0);
    expect(admin.problems).toEqual([]);
  });

  test('the builder asks for the new start, while its tab and its session are there', async () => {
    const file = join(admin.app.dir, 'src/components/shared/later.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{ "info": { "displayName": "Later" }, "attributes": {} }');
    await openPage('maker', 'plugin::admin.builder.use');
    count(/\/api\/builder$/);
    await page.goto(`${admin.base}/admin/builder`);
    await page.getByText('Waiting until the application has started').waitFor();
    await asksAgain();
    await show('hidden');
    await later();
    await expect(later()).resolves.toBe(0);
    await show('visible');
    await asksAgain();
    await endSession();
    await asksAgain();
    await page.getByRole('dialog').getByText('Log in again.').waitFor();
    await expect(later()).resolves.toBe(0);
    await logIn('maker');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await asksAgain();
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click();
    await until(() => open.size === 0);
    await expect(later()).resolves.toBe(0);
    expect(admin.problems).toEqual([]);
  });
});
