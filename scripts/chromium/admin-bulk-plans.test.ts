// An editor in a real Chromium who schedules many documents at once, and adds many to a release.
import type { Page } from 'playwright-core';
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const ARTICLE = 'api::article.article';

interface Planned {
  readonly documentId: string;
  readonly action: string;
  readonly localTime: string | null;
  readonly release: { readonly name: string } | null;
}

describeInChromium('plans of many documents in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  const ids: string[] = [];
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { jobs: true, schedule: true });
    for (const title of ['One', 'Two', 'Three']) {
      const created = { data: { title }, status: 'draft' } as never;
      ids.push((await admin.app.documents(ARTICLE).create(created)).documentId);
    }
    page = await admin.newPage({ viewport: { width: 1280, height: 900 }, timezoneId: 'Europe/Berlin' });
  });
  afterAll(() => admin?.close());
  const plans = async (): Promise<readonly Planned[]> =>
    (await page.evaluate(async () => {
      const answer = await fetch('/api/schedule/changes', { headers: { 'Quire-Admin': '1' } });
      return ((await answer.json()) as { data: unknown }).data;
    })) as readonly Planned[];
  const chooseAll = async (): Promise<void> => {
    await page.goto(`${admin.base}/admin/types/${ARTICLE}`);
    await page.getByLabel('Choose all on this page').check();
    await page.getByText('3 documents chosen').waitFor();
  };

  test('chosen documents are scheduled for one time, and a refused one is named', async () => {
    await chooseAll();
    await page.locator('.bulk').getByRole('button', { name: 'Schedule …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule 3 documents' });
    const time = dialog.getByLabel('Time (Europe/Berlin)');
    const submit = dialog.getByRole('button', { name: 'Schedule', exact: true });
    await time.fill('2001-02-03T04:05');
    await submit.click();
    await dialog.getByRole('alert').getByText('is in the past').waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await time.fill('2121-07-03T04:05');
    // Another person is faster.
    await admin.app.documents(ARTICLE).delete({ documentId: ids[1] ?? '' });
    await submit.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('alert').getByRole('listitem').filter({ hasText: 'Two' }).waitFor();
    await page.getByText('1 document chosen').waitFor();
    const found = await plans();
    expect(found.map(({ documentId }) => documentId).sort()).toEqual([ids[0], ids[2]].sort());
    for (const plan of found)
      expect(plan).toMatchObject({ action: 'publish', localTime: '2121-07-03T04:05:00+02:00' });
    // The list says it.
    const rows = page.locator('tbody tr', { hasText: 'Publish: Jul 3, 2121, 4:05 AM' });
    await rows.nth(1).waitFor();
    await expect(rows.locator('td a').allTextContents()).resolves.toEqual(
      expect.arrayContaining(['One', 'Three']),
    );
    await expect(faultsInLooks(page)).resolves.toEqual([]);
  });

  test('chosen documents are added to a new release', async () => {
    const created = { data: { title: 'Two again' }, status: 'draft' } as never;
    ids[1] = (await admin.app.documents(ARTICLE).create(created)).documentId;
    await chooseAll();
    await page.locator('.bulk').getByRole('button', { name: 'Add to a release …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 3 documents to a release' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.bulk').getByRole('button', { name: 'Add to a release …' }).click();
    await dialog.getByLabel('Name').fill('Spring');
    await dialog.getByLabel('Action').selectOption('Publish');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('documents chosen').waitFor({ state: 'detached' });
    const inRelease = (await plans()).filter(({ release }) => release?.name === 'Spring');
    expect(inRelease.map(({ documentId }) => documentId).sort()).toEqual([...ids].sort());
    expect(admin.problems).toEqual([]);
  });
});
