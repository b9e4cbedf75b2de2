// An editor in a real Chromium who looks at a month of scheduled changes.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const ARTICLE = 'api::article.article';
const NOW = '2121-07-15T10:00:00Z';
const CROWDED = '2121-07-20';
const FULL = '2121-10-05';
/** More than one answer of the API has. */
const MANY = 103;

describeInChromium('the month of scheduled changes in the admin', (launch) => {
  let admin: AdminInChromium;
  let pond: string;
  let spring: number;

  const draft = async (title: string): Promise<string> =>
    (await admin.app.documents(ARTICLE).create({ data: { title }, status: 'draft' } as never)).documentId;
  const plan = (documentId: string, at: string, action = 'publish'): Promise<{ readonly id: number }> =>
    admin.app.documents(ARTICLE).schedule({ documentId, data: { action, at } } as never) as never;

  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { jobs: true, schedule: true });
    const post = async (path: string, body: object): Promise<number> => {
      const answer = await fetch(`${admin.base}/api/schedule${path}`, {
        method: 'POST',
        headers: {
          ...{ 'quire-admin': '1', 'sec-fetch-site': 'same-origin', cookie: admin.cookie },
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { readonly data: { readonly id: number } }).data.id;
    };
    pond = await draft('A pond');
    const shed = await draft('A shed with averylongnamewithoutaplacetobreakit');
    await plan(shed, '2121-07-03T07:00Z', 'unpublish');
    // In Berlin, these are the 3rd of July and the 1st of August.
    await plan(pond, '2121-07-02T22:30Z');
    await plan(pond, '2121-07-31T22:30Z');
    spring = await post('/releases', { name: 'Spring', at: '2121-07-10T10:00Z' });
    for (const documentId of [pond, shed])
      await post('/changes', { type: ARTICLE, documentId, action: 'publish', release: spring });
    for (const hour of [13, 8, 12, 9, 11, 10])
      await plan(pond, `${CROWDED}T${String(hour).padStart(2, '0')}:00Z`);
    const { id } = await plan(pond, '2121-07-21T10:00Z');
    await admin.app.documents(ARTICLE).unschedule({ documentId: pond, data: { id } } as never);
    for (let minute = 0; minute < MANY; minute++)
      await plan(pond, new Date(Date.parse(`${FULL}T08:00Z`) + minute * 60_000).toISOString());
  });
  afterAll(() => admin?.close());

  const open = async (address: string, options = {}): Promise<Page> => {
    const page = await admin.newPage({ timezoneId: 'Europe/Berlin', ...options });
    await page.clock.setFixedTime(NOW);
    await page.goto(`${admin.base}/admin/${address}`);
    return page;
  };
  const cell = (page: Page, day: string): Locator => page.locator(`td:has(> time[datetime="${day}"])`);
  const entries = (page: Page, day: string): Locator => cell(page, day).getByRole('listitem');
  const month = (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { name, exact: true }).waitFor();
  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
  const link = (place: Page | Locator, name: string): Locator =>
    place.getByRole('link', { name, exact: true });
  const texts = async (page: Page, day: string): Promise<readonly string[]> =>
    (await entries(page, day).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

  test('shows what happens on which day, on the clock of the browser', async () => {
    const page = await open('scheduled');
    await link(page, 'Month').click();
    await month(page, 'July 2121');
    expect(new URL(page.url()).search).toBe('?state=waiting&month=2121-07');
    await link(cell(page, '2121-07-03'), 'A pond').waitFor();
    expect(await texts(page, '2121-07-03')).toEqual([
      '12:30 AM Publish article: A pond',
      '9:00 AM Unpublish article: A shed with averylongnamewithoutaplacetobreakit',
    ]);
    expect(await entries(page, '2121-07-02').count()).toBe(0);
    const link3 = link(cell(page, '2121-07-03'), 'A pond');
    expect(await link3.getAttribute('href')).toBe(`/admin/types/${ARTICLE}/${pond}`);
    // A release stands for its documents.
    expect(await texts(page, '2121-07-10')).toEqual(['12:00 PM 2 documents Release: Spring']);
    const toRelease = await link(cell(page, '2121-07-10'), 'Spring').getAttribute('href');
    expect(toRelease).toBe(`/admin/releases/${spring}`);

    const table = page.getByRole('table', { name: 'Scheduled changes in July 2121' });
    expect(await table.locator('td:not(.beside) > time').count()).toBe(31);
    const today = table.locator('[aria-current="date"]');
    expect(await today.locator('> time').getAttribute('datetime')).toBe('2121-07-15');
    expect(await today.innerText()).toContain('Today');
    await table.getByRole('cell', { name: /July 3, 2121/ }).waitFor();
    await page.context().close();
  });

  test('the address keeps the month, and buttons go to others', async () => {
    const page = await open('scheduled?month=2121-07');
    await month(page, 'July 2121');
    await button(page, 'Next month').focus();
    await page.keyboard.press('Enter');
    await month(page, 'August 2121');
    await link(cell(page, '2121-08-01'), 'A pond').waitFor();
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Next month');
    expect(await page.locator('[aria-current="date"]').count()).toBe(0);
    await page.reload();
    await month(page, 'August 2121');
    await page.goBack();
    await month(page, 'July 2121');
    await link(cell(page, '2121-07-03'), 'A pond').waitFor();
    await page.goForward();
    await month(page, 'August 2121');
    await button(page, 'Today').click();
    await month(page, 'July 2121');
    await button(page, 'Previous month').click();
    await month(page, 'June 2121');
    await button(page, 'Previous month').click();
    await month(page, 'May 2121');
    await page.getByText('Nothing is scheduled.').waitFor();
    await page.goto(`${admin.base}/admin/scheduled?month=2121-12`);
    await button(page, 'Next month').click();
    await month(page, 'January 2122');
    // What cannot be used is named.
    await page.goto(`${admin.base}/admin/scheduled?month=2121-13&state=open`);
    await page.getByText('Unknown parts of the filter were left out: 2121-13, open.').waitFor();
    await month(page, 'July 2121');
    await page.context().close();
  });

  test('the weeks are whole, with what happens on the days of the next month', async () => {
    const page = await open('scheduled?month=2121-07');
    await month(page, 'July 2121');
    // July begins on a Tuesday and ends on a Thursday.
    const beside = page.locator('td.beside > time');
    await link(cell(page, '2121-08-01'), 'A pond').waitFor();
    const days = await beside.evaluateAll((all) => all.map((each) => String(each.getAttribute('datetime'))));
    expect(days).toEqual(['2121-06-29', '2121-06-30', '2121-08-01', '2121-08-02']);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.context().close();
  });

  test('a day with many changes opens as a list', async () => {
    const page = await open('scheduled?month=2121-07');
    await entries(page, CROWDED).last().waitFor();
    const times = (await texts(page, CROWDED)).map((text) => text.split(' ')[0]);
    expect(times).toEqual(['10:00', '11:00', '12:00', '3']);
    await entries(page, CROWDED)
      .getByRole('link', { name: /^3 more/ })
      .click();
    await page.locator('.chip', { hasText: 'July 20, 2121' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?state=waiting&day=${CROWDED}`);
    const rows = page.locator('main tbody tr');
    await until(async () => (await rows.count()) === 6);
    const listed = (await rows.allInnerTexts()).map((text) => /(\d+):00/.exec(text)?.[1]);
    expect(listed).toEqual(['8', '9', '10', '11', '12', '1']);
    await link(page, 'Month').click();
    await month(page, 'July 2121');
    await page.goBack();
    await button(page, 'Show all days').click();
    await until(async () => (await rows.count()) > 6);
    await page.goto(`${admin.base}/admin/scheduled?day=2121-02-30`);
    await page.getByText('Unknown parts of the filter were left out: 2121-02-30.').waitFor();
    await page.goto(`${admin.base}/admin/scheduled?month=${FULL.slice(0, 7)}`);
    await entries(page, FULL)
      .getByRole('link', { name: new RegExp(`^${MANY - 3} more`) })
      .waitFor();
    await page.context().close();
  });

  test('the states are those of the list, and keep the month', async () => {
    const page = await open('scheduled?month=2121-07');
    await entries(page, CROWDED).last().waitFor();
    expect(await entries(page, '2121-07-21').count()).toBe(0);
    expect(await link(page, 'Without a time').count()).toBe(0);
    await link(page, 'All').click();
    await until(
      async () => (await texts(page, '2121-07-21')).join() === '12:00 PM Publish – Cancelled article: A pond',
    );
    await month(page, 'July 2121');
    await link(page, 'List').click();
    await link(page, 'Without a time').waitFor();
    expect(new URL(page.url()).search).toBe('?state=all');
    await page.context().close();
  });

  test('a role that may not read releases sees their documents', async () => {
    const cookie = await userWith(admin.app, 'ann', [
      'plugin::admin.app.open',
      'plugin::schedule.change.read',
      ...['find', 'readDraft'].map((verb) => `${ARTICLE}.${verb}`),
    ]);
    const page = await open('scheduled?month=2121-07', { storageState: stateOf(cookie) });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await cell(page, '2121-07-10').getByText('A pond').waitFor();
    expect((await texts(page, '2121-07-10'))[0]).toBe('12:00 PM Publish article: A pond – Spring');
    expect(await cell(page, '2121-07-10').getByRole('link').count()).toBe(0);
    expect(asked.filter((url) => url.includes('/schedule/releases'))).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['en-US', 'Sunday'],
    ['en-GB', 'Monday'],
    ['de-DE', 'Montag'],
    ['ar-EG', 'السبت'],
  ])('in %s, a week begins on %s', async (locale, name) => {
    const page = await open('scheduled?month=2121-07', { locale });
    await entries(page, CROWDED).last().waitFor();
    const heads = await page.locator('main th').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
    expect(heads).toHaveLength(7);
    expect(heads[0]).toBe(name);
    // Each day stands below its name.
    const day = new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(new Date('2121-07-03T12:00Z'));
    const column = await cell(page, '2121-07-03').evaluate(
      (td) => (td as unknown as { cellIndex: number }).cellIndex,
    );
    expect(heads[column]).toBe(day);
    expect(await faultsInLooks(page)).toEqual([]);
    await page.context().close();
  });

  test('a week begins on Monday in a browser that does not know the locale', async () => {
    const page = await admin.newPage({ locale: 'en-US' });
    await page.addInitScript(
      'delete Intl.Locale.prototype.getWeekInfo; delete Intl.Locale.prototype.weekInfo;',
    );
    await page.goto(`${admin.base}/admin/scheduled?month=2121-07`);
    await entries(page, CROWDED).last().waitFor();
    expect(await page.locator('main th').first().getAttribute('aria-label')).toBe('Monday');
    await page.context().close();
  });

  test('a narrow window lists the days that have something, and today', async () => {
    const page = await open('scheduled?month=2121-07', { viewport: { width: 320, height: 900 } });
    await link(cell(page, '2121-07-03'), 'A pond').waitFor();
    const days = page.locator('td:visible > time');
    const shown = await days.evaluateAll((all) => all.map((each) => each.getAttribute('datetime')));
    expect(shown).toEqual(['2121-07-03', '2121-07-10', '2121-07-15', CROWDED, '2121-08-01']);
    expect(await days.first().innerText()).toMatch(/, July 3, 2121$/);
    const edges = await Promise.all(['2121-07-03', CROWDED].map((day) => cell(page, day).boundingBox()));
    expect(edges[1]?.x).toBe(edges[0]?.x);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
