// An editor in a real Chromium who runs a release before its time.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const ARTICLE = 'api::article.article';

interface Stored {
  readonly state: string;
  readonly at: string | null;
  readonly problems: unknown;
}

describeInChromium('a release of the admin that runs now', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { jobs: { config: { poll: 20 } }, schedule: true });
    page = await admin.newPage({ timezoneId: 'UTC', viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/releases`);
  });
  afterAll(() => admin?.close());

  const ofApi = async <T>(path: string, method = 'GET', body?: object): Promise<T> =>
    page.evaluate(
      async ([to, verb, text]) => {
        const headers = { 'Quire-Admin': '1', 'Content-Type': 'application/json' };
        const answer = await fetch(`/api/schedule${to}`, { method: verb, headers, body: text });
        return ((await answer.json()) as { data: T }).data;
      },
      [path, method, body ? JSON.stringify(body) : null] as const,
    );
  const draft = async (data: object): Promise<string> =>
    (await admin.app.documents(ARTICLE).create({ data, status: 'draft' } as never)).documentId;
  const timedRelease = async (name: string, documents: readonly string[]): Promise<number> => {
    const { id: release } = await ofApi<{ readonly id: number }>('/releases', 'POST', { name });
    for (const documentId of documents)
      await ofApi('/changes', 'POST', { type: ARTICLE, documentId, action: 'publish', release });
    await ofApi(`/releases/${release}`, 'PUT', { at: '2121-07-03T04:05Z' });
    return release;
  };
  const button = (place: Page | Locator, name: string): Locator =>
    place.getByRole('button', { name, exact: true });
  const runNow = async (on: Page, name: string): Promise<void> => {
    await button(on, 'Run now').click();
    await button(on.getByRole('dialog', { name: `Run ${name} now?` }), 'Run now').click();
  };

  test('a release that something prevents does not run, and keeps its time', async () => {
    const untitled = await draft({});
    const release = await timedRelease('Tomorrow', [await draft({ title: 'A pond' }), untitled]);
    await page.goto(`${admin.base}/admin/releases/${release}`);
    await runNow(page, 'Tomorrow');
    const warning = page.locator('main .notice.warning');
    await warning.getByText('The release did not run. This would prevent the release now:').waitFor();
    expect(await warning.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining(`${untitled} – Title: This field is required`),
    ]);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    expect(await ofApi<Stored>(`/releases/${release}`)).toMatchObject({
      state: 'waiting',
      at: '2121-07-03T04:05:00.000Z',
      problems: null,
    });
    await button(page, 'Check').click();
    await warning.getByText(/^This would prevent the release now:/).waitFor();
    await admin.app
      .documents(ARTICLE)
      .update({ documentId: untitled, data: { title: 'Named now' } } as never);
    await runNow(page, 'Tomorrow');
    await until(async () => (await ofApi<Stored>(`/releases/${release}`)).state === 'done');
    await warning.waitFor({ state: 'detached' });
  });

  test('a role that may not check a release runs it', async () => {
    const release = await timedRelease('Unchecked', [await draft({ title: 'A shed' })]);
    const actions = ['read', 'update'].map((verb) => `plugin::schedule.release.${verb}`);
    const cookie = await userWith(admin.app, 'rita', ['plugin::admin.app.open', ...actions]);
    const other = await admin.newPage({ storageState: stateOf(cookie) });
    await other.goto(`${admin.base}/admin/releases/${release}`);
    await runNow(other, 'Unchecked');
    await until(async () => (await ofApi<Stored>(`/releases/${release}`)).state === 'done');
    await other.context().close();
    expect(admin.problems).toEqual([]);
  });
});
