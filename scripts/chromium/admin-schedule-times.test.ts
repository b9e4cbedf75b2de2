// An editor in a real Chromium who gives a scheduled publication another time, in the form of the document.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const ARTICLE = 'api::article.article';

describeInChromium('another time of a publication in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { jobs: true, schedule: true });
  });
  afterAll(() => admin?.close());

  const scheduled = async (): Promise<string> => {
    const articles = admin.app.documents(ARTICLE);
    const { documentId } = await articles.create({ data: { title: 'Later' }, status: 'draft' } as never);
    await articles.schedule({
      documentId,
      data: { action: 'publish', at: '2121-07-03T04:05', timeZone: 'America/New_York' },
    } as never);
    return documentId;
  };
  const timesOf = async (page: Page, documentId: string): Promise<readonly string[]> => {
    const found = (await page.evaluate(async (id) => {
      const answer = await fetch(`/api/schedule/changes?documentId=${id}&state=waiting`, {
        headers: { 'Quire-Admin': '1' },
      });
      return ((await answer.json()) as { data: unknown }).data;
    }, documentId)) as readonly { readonly at: string }[];
    return found.map(({ at }) => at).sort();
  };
  const openPlans = async (page: Page, documentId: string): Promise<void> => {
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await page.getByRole('button', { name: 'Change or cancel …', exact: true }).click();
    await page.getByRole('dialog', { name: 'Schedule' }).getByRole('listitem').first().waitFor();
  };

  test('the time is changed, and another one is added with a remark', async () => {
    const documentId = await scheduled();
    const page = await admin.newPage({ timezoneId: 'UTC', viewport: { width: 1280, height: 900 } });
    await openPlans(page, documentId);
    const plans = page.getByRole('dialog', { name: 'Schedule' });
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await plans.getByRole('button', { name: 'Change the time', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the time' });
    const time = dialog.getByLabel('Time', { exact: true });
    // On the clocks of the plan.
    expect(await time.inputValue()).toBe('2121-07-03T04:05');
    expect(await dialog.getByLabel('Time zone').inputValue()).toBe('America/New_York');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await time.fill('2001-07-03T04:05');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('alert').getByText('is in the past').waitFor();
    await time.fill('2122-07-03T04:05');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await plans.getByRole('listitem').getByText('Jul 3, 2122, 8:05 AM').waitFor();
    expect(await timesOf(page, documentId)).toEqual(['2122-07-03T08:05:00.000Z']);
    // The form says it, too.
    await page.getByText('Will be published on Jul 3, 2122, 8:05 AM.', { exact: true }).waitFor();

    await plans.getByText('The times below stay. This adds another one.').waitFor();
    await plans.getByLabel('Time (UTC)').fill('2123-07-03T04:05');
    await plans.getByRole('button', { name: 'Schedule', exact: true }).click();
    await until(async () => (await plans.getByRole('listitem').count()) === 2);
    await plans.getByRole('button', { name: 'Change the time', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const count of [1, 0]) {
      await plans.getByRole('button', { name: 'Cancel', exact: true }).first().click();
      await until(async () => (await plans.getByRole('listitem').count()) === count);
    }
    expect(await plans.getByText('The times below stay.').count()).toBe(0);
    await page.context().close();
  });

  test('a role that may not change the time has no button for it', async () => {
    const documentId = await scheduled();
    const verbs = ['find', 'findOne', 'readDraft', 'publish', 'schedule', 'unschedule'];
    const cookie = await userWith(admin.app, 'tom', [
      'plugin::admin.app.open',
      'plugin::schedule.change.read',
      ...verbs.map((verb) => `${ARTICLE}.${verb}`),
    ]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    await openPlans(page, documentId);
    const plans = page.getByRole('dialog', { name: 'Schedule' });
    await plans.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    expect(await plans.getByRole('button', { name: 'Change the time' }).count()).toBe(0);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
