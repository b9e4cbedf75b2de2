// An editor in a real Chromium who schedules a publication, and one who may not.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { GRANTS } from '../../plugins/users-permissions';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const ARTICLE = 'api::article.article';
const STORY = 'api::story.story';
const story = {
  info: { singularName: 'story', pluralName: 'stories' },
  options: { draftAndPublish: true },
  pluginOptions: { i18n: { localized: true } },
  attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
};

describeInChromium('times of publication in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(
      launch,
      { ...CONTENT, contentTypes: [...Object.values(CONTENT.contentTypes ?? {}), story] },
      { jobs: true, schedule: true, i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } } },
    );
  });
  afterAll(() => admin?.close());
  const article = () =>
    admin.app.documents(ARTICLE).create({ data: { title: 'Later' }, status: 'draft' } as never);
  const openDialog = async (page: Page, address: string): Promise<Locator> => {
    await page.goto(`${admin.base}/admin/types/${address}`);
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Schedule …' }).click();
    return page.getByRole('dialog');
  };
  const plansOf = (page: Page): Promise<unknown> =>
    page.evaluate(async () => {
      const answer = await fetch('/api/schedule/changes', { headers: { 'Quire-Admin': '1' } });
      return ((await answer.json()) as { data: unknown }).data;
    });

  test('a publication is scheduled, listed and cancelled', async () => {
    const { documentId } = await article();
    const page = await admin.newPage({ timezoneId: 'Europe/Berlin' });
    const dialog = await openDialog(page, `${ARTICLE}/${documentId}`);
    await dialog.getByText('Nothing is scheduled.').waitFor();
    const time = dialog.getByLabel('Time (Europe/Berlin)');
    const submit = dialog.getByRole('button', { name: 'Schedule', exact: true });
    await time.fill('2001-02-03T04:05');
    await submit.click();
    await dialog.getByRole('alert').getByText('Feb 3, 2001, 4:05 AM is in the past.').waitFor();
    await dialog.getByLabel('Action').selectOption('Publish');
    await time.fill('2121-07-03T04:05');
    await submit.click();
    const entry = dialog.getByRole('listitem').filter({ hasText: 'Publish' });
    await entry.getByText('Jul 3, 2121, 4:05 AM').waitFor();
    // The form says it, too.
    const notice = page.getByText('Will be published on Jul 3, 2121, 4:05 AM.', { exact: true });
    await notice.waitFor();
    await page.reload();
    await notice.waitFor();
    await page.getByRole('button', { name: 'Change or cancel …', exact: true }).click();
    await expect(dialog.getByRole('alert').count()).resolves.toBe(0);
    await expect(plansOf(page)).resolves.toMatchObject([
      {
        documentId,
        action: 'publish',
        at: '2121-07-03T02:05:00.000Z',
        timeZone: 'Europe/Berlin',
        state: 'waiting',
      },
    ]);
    await entry.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Nothing is scheduled.').waitFor();
    await expect(plansOf(page)).resolves.toMatchObject([{ state: 'cancelled' }]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect(notice.count()).resolves.toBe(0);
    await page.context().close();
  });

  test('the plans are those of the locale, and of all locales', async () => {
    const stories = admin.app.documents(STORY);
    const { documentId } = await stories.create({
      data: { title: 'One' },
      locale: 'en',
      status: 'draft',
    } as never);
    await stories.update({ documentId, data: { title: 'Eins' }, locale: 'de', status: 'draft' } as never);
    for (const [year, locale] of [
      [2122, 'de'],
      [2123, '*'],
      [2121, 'en'],
    ])
      await stories.schedule({
        documentId,
        locale,
        data: { action: 'publish', at: `${year}-07-03T04:05Z` },
      } as never);
    const page = await admin.newPage({ timezoneId: 'UTC' });
    const dialog = await openDialog(page, `${STORY}/${documentId}?locale=de`);
    const entries = dialog.getByRole('listitem');
    await entries.getByText('All locales').waitFor();
    const texts = (await entries.allInnerTexts()).map((text) => /2\d{3}/.exec(text)?.[0]);
    expect(texts).toEqual(['2122', '2123']);
    await entries.last().getByRole('button', { name: 'Cancel' }).click();
    await entries.getByText('All locales').waitFor({ state: 'detached' });
    await dialog.getByText('Locale: German (de)', { exact: true }).waitFor();
    await dialog.getByLabel('Time (UTC)').fill('2124-07-03T04:05');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await entries.getByText('2124').waitFor();
    await expect(plansOf(page)).resolves.toMatchObject([
      { documentId, locale: 'de', state: 'waiting' },
      {},
      {},
      {},
      {},
    ]);
    await page.context().close();
  });

  test('a form names the release that waits, and all locales', async () => {
    const stories = admin.app.documents(STORY);
    const { documentId } = await stories.create({ data: { title: 'One' }, locale: 'de' } as never);
    const page = await admin.newPage({ timezoneId: 'UTC', viewport: { width: 320, height: 900 } });
    const firstAnswer = page.waitForResponse((response) => response.url().includes('/schedule/changes'));
    await page.goto(`${admin.base}/admin/types/${STORY}/${documentId}?locale=de`);
    await firstAnswer;
    const made = await page.evaluate(async (id) => {
      const send = async (path: string, method: string, body: unknown): Promise<number> => {
        const headers = { 'Quire-Admin': '1', 'Content-Type': 'application/json' };
        const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
        return ((await answer.json()) as { data: { id: number } }).data.id;
      };
      const release = await send('/api/schedule/releases', 'POST', { name: 'Spring' });
      const change = { type: 'api::story.story', documentId: id, locale: '*', action: 'unpublish', release };
      await send('/api/schedule/changes', 'POST', change);
      return send(`/api/schedule/releases/${release}`, 'PUT', { at: '2121-07-03T04:05Z' });
    }, documentId);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    const notice = page.getByRole('note').filter({ hasText: 'Will be unpublished' });
    await notice.waitFor();
    await expect(notice.locator('p').allInnerTexts()).resolves.toEqual([
      'Will be unpublished on Jul 3, 2121, 4:05 AM. All locales. In the release Spring',
    ]);
    // What waits, and what has failed.
    expect(asked.filter((url) => url.includes('/schedule/'))).toHaveLength(2);
    const link = notice.getByRole('link', { name: 'In the release Spring', exact: true });
    await expect(link.getAttribute('href')).resolves.toBe(`/admin/releases/${made}`);
    // The rows of the head begin at one edge.
    const edges = ['h1', '.tabs'].map((part) => page.locator(`.edit > .head ${part}`).boundingBox());
    const [title, tabs] = await Promise.all(edges);
    expect(tabs?.x).toBe(title?.x);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    // It has no text in the default locale.
    await link.click();
    await page.getByRole('link', { name: 'One', exact: true }).waitFor();
    await page.context().close();
  });

  test('the form and Home say why a publication has failed, until another waits', async () => {
    const articles = admin.app.documents(ARTICLE);
    const { documentId } = await articles.create({ data: {}, status: 'draft' } as never);
    const later = { documentId, data: { action: 'publish', at: '2121-07-03T04:05Z' } } as never;
    const { id } = (await articles.schedule(later)) as unknown as { readonly id: number };
    await admin.app.kernel.database.transaction((tx) =>
      tx.run(
        'UPDATE jobs SET due = 1 WHERE id = (SELECT job FROM schedule_plans WHERE id = (SELECT plan FROM schedule_changes WHERE id = ?))',
        [id],
      ),
    );
    const page = await admin.newPage({ timezoneId: 'UTC' });
    const notice = page.getByRole('note').filter({ hasText: 'failed. Title: This field is required' });
    await until(async () => {
      const answered = page.waitForResponse((response) => response.url().includes('state=failed'));
      await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
      const { data } = (await (await answered).json()) as { data: readonly unknown[] };
      return data.length > 0;
    });
    await notice.waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.goto(`${admin.base}/admin`);
    const card = page.locator('.card', { hasText: 'Scheduled changes that failed' });
    await card.getByText('Title: This field is required').waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await card.getByRole('link').click();
    await notice.waitFor();
    await articles.schedule(later);
    await page.reload();
    await page.getByText('Will be published on Jul 3, 2121, 4:05 AM.').waitFor();
    await expect(notice.count()).resolves.toBe(0);
    await page.context().close();
  });

  test('a refused time links to the explanation', async () => {
    const { documentId } = await article();
    const verbs = ['find', 'findOne', 'readDraft', 'publish', 'schedule'];
    const cookie = await userWith(admin.app, 'bob', [
      'plugin::admin.app.open',
      ...verbs.map((verb) => `${ARTICLE}.${verb}`),
    ]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    const dialog = await openDialog(page, `${ARTICLE}/${documentId}`);
    const grants = admin.app.kernel.container.resolve(GRANTS);
    await grants.revoke((await grants.roleOfType('bob'))?.documentId ?? '', [`${ARTICLE}.schedule`]);
    await dialog.locator('input').fill('2121-07-03T04:05');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog.getByRole('alert').getByRole('link', { name: 'Why not?' }).waitFor();
    await page.context().close();
  });

  test('a caller without the action has no entry', async () => {
    const { documentId } = await article();
    await admin.app.documents(ARTICLE).publish({ documentId });
    const data = { action: 'unpublish', at: '2121-07-03T04:05Z' };
    await admin.app.documents(ARTICLE).schedule({ documentId, data } as never);
    const verbs = ['find', 'findOne', 'readDraft', 'update', 'publish', 'unpublish'];
    const cookie = await userWith(admin.app, 'ann', [
      'plugin::admin.app.open',
      ...verbs.map((verb) => `${ARTICLE}.${verb}`),
    ]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();
    expect(asked.filter((url) => url.includes('/schedule/'))).toEqual([]);
    await expect(page.getByText(/^Will be/).count()).resolves.toBe(0);
    await expect(page.getByRole('button', { name: 'Schedule …' }).count()).resolves.toBe(0);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('the list of what waits has the order of the times', async () => {
    const page = await admin.newPage({ timezoneId: 'Europe/Berlin' });
    for (const day of ['05', '09', '07']) {
      const { documentId } = await article();
      const dialog = await openDialog(page, `${ARTICLE}/${documentId}`);
      await dialog.getByLabel('Time (Europe/Berlin)').fill(`2122-07-${day}T04:05`);
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      await dialog.getByRole('listitem').filter({ hasText: 'Publish' }).waitFor();
    }
    await page.goto(`${admin.base}/admin/scheduled`);
    await page.locator('tbody time', { hasText: 'Jul 9, 2122' }).waitFor();
    const times = await page
      .locator('tbody time')
      .evaluateAll((all) => all.map((each) => String(each.getAttribute('datetime'))));
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted());
    await page.context().close();
  });
});
