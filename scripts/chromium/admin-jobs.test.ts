// An operator in a real Chromium: looks at jobs, runs a dead one again, and cancels another.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { createShop, FAR, INVOICE } from './shop-with-jobs';

const PAGE_SIZE = 25;

describeInChromium('jobs in the admin', (launch) => {
  const shop = createShop();
  let admin: AdminInChromium;
  beforeAll(async () => {
    const options = { ...CONTENT, plugins: [shop.plugin] };
    admin = await openAdmin(launch, options, { jobs: { config: { poll: 20 } } });
  });
  afterAll(() => admin?.close());

  const open = async (words = ''): Promise<Page> => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/jobs${words}`);
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    return page;
  };
  const tab = (page: Page, name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'State' }).getByRole('link', { name }).click();
  const rows = (page: Page): Locator => page.locator('tbody tr');
  const empty = (page: Page): Promise<void> => page.getByText('There are no jobs here.').waitFor();
  const press = (inside: Page | Locator, name: string): Promise<void> =>
    inside.getByRole('button', { name, exact: true }).click();
  const stateOf = (page: Page, id: number): Promise<unknown> =>
    page.evaluate(async (job) => {
      const answer = await fetch(`/api/jobs/${job}`, { headers: { 'Quire-Admin': '1' } });
      return ((await answer.json()) as { data?: { state: string } }).data?.state;
    }, id);

  test('a dead job is looked at, and runs again', async () => {
    const dead = await shop.enqueue({ order: 7, password: 'k3-9vQ2mX7c' }, { key: 'order 7' });
    await until(async () => (await shop.dead()) === 1);
    const page = await open();
    await tab(page, 'Dead');
    await rows(page).getByText('The shop is closed').waitFor();
    await expect(rows(page).innerText()).resolves.toMatch(/shop\.send-invoice\s+Dead\s[\s\S]*\s1\s+order 7/);
    await press(rows(page), INVOICE);
    const dialog = page.getByRole('dialog', { name: INVOICE });
    await dialog.getByText('"order": 7').waitFor();
    const text = await dialog.innerText();
    expect(text).toContain('The shop is closed');
    expect(text).toContain('"password": "[hidden]"');
    expect(page.url()).toContain(`job=${dead}`);
    shop.open();
    await press(dialog, 'Run again');
    await dialog.waitFor({ state: 'detached' });
    await until(() => shop.sent.length === 1);
    expect(shop.sent).toEqual([{ order: 7, password: 'k3-9vQ2mX7c' }]);
    await empty(page);
    // The details of a job that has left the table.
    await page.goto(`${admin.base}/admin/jobs?job=${dead}`);
    await page.getByRole('dialog').getByText('There is no such job.').waitFor();
    await page.context().close();
  });

  test('a waiting job is cancelled, and waits again', async () => {
    const id = await shop.enqueue({ order: 8 }, { at: FAR });
    const page = await open('?state=waiting');
    await rows(page)
      .getByText(/^Due in \d+ years$/)
      .waitFor();
    await press(rows(page), 'Cancel the job');
    await expect(stateOf(page, id)).resolves.toBe('waiting');
    await press(rows(page), `Cancel ${INVOICE}`);
    await empty(page);
    await expect(stateOf(page, id)).resolves.toBe('cancelled');
    await tab(page, 'Cancelled');
    await press(rows(page), 'Run again');
    await empty(page);
    await until(() => shop.sent.length === 2);
    await page.context().close();
  });

  test('a refused change is named, and the list shows the present state', async () => {
    const id = await shop.enqueue({ order: 9 }, { at: FAR });
    const page = await open('?name=shop.send-invoice');
    await press(rows(page), 'Cancel the job');
    await page.evaluate(
      (job) => fetch(`/api/jobs/${job}/actions/cancel`, { method: 'POST', headers: { 'Quire-Admin': '1' } }),
      id,
    );
    await press(rows(page), `Cancel ${INVOICE}`);
    await page.getByRole('alert').getByText('is cancelled, so it cannot be cancelled').waitFor();
    await rows(page).getByText('Cancelled', { exact: true }).waitFor();
    await press(page, 'Refresh');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('filters and pages are in the address; an unknown state is left out, and named', async () => {
    for (let order = 0; order < PAGE_SIZE; order += 1) await shop.enqueue({ order }, { at: FAR });
    const page = await open('?state=unheard');
    await page.getByText('Unknown parts of the filter were left out: unheard.').waitFor();
    await page.getByText(`Total: ${PAGE_SIZE + 1}`).waitFor();
    await expect(rows(page).count()).resolves.toBe(PAGE_SIZE);
    await press(page, 'Next');
    await page.getByText('Page 2').waitFor();
    await until(async () => (await rows(page).count()) === 1);
    await expect(page.getByRole('button', { name: 'Next' }).isDisabled()).resolves.toBe(true);
    const name = page.getByRole('searchbox', { name: 'Whole name of a job' });
    await name.fill('shop.unknown');
    await name.press('Enter');
    await empty(page);
    expect(page.url()).toContain('name=shop.unknown');
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
