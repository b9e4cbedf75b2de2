// An editor in a real Chromium who goes from screen to screen, and back.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';
const ROWS = 50;

describeInChromium('navigation in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  let list: string;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { schedule: true, jobs: true });
    for (let n = 0; n < ROWS; n++)
      await admin.app
        .documents(ARTICLE)
        .create({ data: { title: `Article ${String(n).padStart(2, '0')}` }, status: 'draft' } as never);
    list = `${admin.base}/admin/types/${ARTICLE}?rows=${ROWS}&sort=title:asc`;
    page = await admin.newPage({ viewport: { width: 1000, height: 600 } });
  });
  afterAll(() => admin?.close());
  const scrolled = (): Promise<number> => page.evaluate('scrollY') as Promise<number>;
  const row = (title: string) => page.locator('tbody').getByRole('link', { name: title, exact: true });

  test('the tab of the browser is named after the screen', async () => {
    const titled = (title: string) => until(async () => (await page.title()) === title);
    await page.goto(list);
    await titled('article – Quire');
    await row('Article 07').click();
    await titled('Article 07 – article – Quire');
    await page.locator('#field-title').fill('Article 07, changed');
    await titled('Article 07, changed – article – Quire');
    await page.getByRole('link', { name: 'Releases' }).click();
    await titled('Releases – Quire');
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click();
    await titled('Home – Quire');
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'article' }).click();
    await titled('article – Quire');
    // A screen without a name does not keep the former one.
    await page.evaluate(
      `history.pushState(null, '', '/admin/nothing'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.getByText('There is no such screen.').waitFor();
    await titled('Quire');
    await page.goto(`${admin.base}/admin/account`);
    await titled('My account – Quire');
  });

  test('a list that is shown again is at the same place, also after its rows arrive late', async () => {
    await page.goto(list);
    await row('Article 45').scrollIntoViewIfNeeded();
    const place = await scrolled();
    expect(place).toBeGreaterThan(300);
    await row('Article 45').click();
    await page.locator('#field-title').waitFor();
    await expect(scrolled()).resolves.toBe(0);
    let isHeld = true;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/admin/api/documents/**', async (route) => {
      if (isHeld) await held;
      await route.continue();
    });
    await page.goBack();
    await page.getByText('Loading …').waitFor();
    isHeld = false;
    release();
    await until(async () => Math.abs((await scrolled()) - place) < 2);
    await expect(row('Article 45').isVisible()).resolves.toBe(true);
    // A reload shows the same rows, too.
    await page.reload();
    await until(async () => Math.abs((await scrolled()) - place) < 2);
    // And forward again.
    await page.goForward();
    await page.locator('#field-title').waitFor();
    await until(async () => (await scrolled()) === 0);
    await page.unroute('**/admin/api/documents/**');
  });

  test('Ctrl S saves, also a document that is not saved by itself', async () => {
    await page.goto(`${admin.base}/admin/types/api::author.author/new`);
    await page.locator('#field-name').fill('Ada');
    await page.keyboard.press('Control+s');
    await page.getByRole('status').getByText('Saved').waitFor();
    const stored = await admin.app.documents('api::author.author').findMany({});
    expect(stored.map(({ name }) => name)).toEqual(['Ada']);
  });

  test('the home screen says that a type could not be read, and shows the others', async () => {
    const error = { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} };
    const articles = '**/admin/api/documents/api.article.article?**';
    await page.route(articles, (route) => route.fulfill({ status: 500, json: { data: null, error } }));
    await page.goto(`${admin.base}/admin`);
    const card = (title: string) =>
      page.locator('.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    await card('Recently edited').getByRole('link', { name: 'Ada' }).waitFor();
    for (const title of ['Recently edited', 'Never published'])
      await card(title).getByText('article: Internal Server Error').waitFor();
    await expect(page.getByText('Nothing', { exact: true }).count()).resolves.toBe(0);
    await page.unroute(articles);
  });

  test('a person who acts before the rows arrive is not moved', async () => {
    await page.goto(list);
    await row('Article 45').scrollIntoViewIfNeeded();
    await row('Article 45').click();
    await page.locator('#field-title').waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/admin/api/documents/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goBack();
    await page.getByText('Loading …').waitFor();
    await page.keyboard.press('Tab');
    release();
    await row('Article 45').waitFor();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await expect(scrolled()).resolves.toBe(0);
    expect(admin.problems).toEqual([]);
  });
});
