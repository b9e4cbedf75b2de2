// An editor in a real Chromium who narrows a list by values: switches, days, times, and any of several conditions.
import { type FilteredStories, openStories, STORY } from './filtered-stories';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

describeInChromium('values of filters in the admin', (launch) => {
  let stories: FilteredStories;
  let { admin, page, open, listed, choose, send, remove } = {} as FilteredStories;
  beforeAll(async () => {
    stories = await openStories(launch);
    ({ admin, page, open, listed, choose, send, remove } = stories);
  });
  afterAll(() => admin?.close());

  test('the value of a switch and of a day is chosen', async () => {
    await open();
    await (await choose('Featured', 'is')).selectOption({ label: 'No' });
    await send();
    await listed('Later');
    await page.getByText('Featured is No').waitFor();
    await remove('Featured');
    const day = await choose('Day', 'is on or before');
    expect(await page.getByLabel('Operator').locator('option').allTextContents()).toEqual([
      ...['is', 'is not', 'is empty', 'is not empty'],
      ...['is before', 'is on or before', 'is after', 'is on or after'],
    ]);
    expect(await day.getAttribute('type')).toBe('date');
    await day.fill('2026-04-01');
    await send();
    await listed('Live');
  });

  test('a list shows the documents of a time, which each document has', async () => {
    await admin.app.kernel.database.knex.raw(
      "UPDATE stories SET created_at = '2026-02-03T10:00:00.000Z' WHERE title = 'Never'",
    );
    await open();
    const before = await choose('Created', 'is before');
    expect(await before.getAttribute('type')).toBe('datetime-local');
    expect(await page.getByLabel('Operator').locator('option').allTextContents()).toEqual([
      'is at or after',
      'is before',
    ]);
    await page.getByLabel('Attribute').selectOption('Opens');
    const ofClock = await page.getByLabel('Operator').locator('option').allTextContents();
    expect(ofClock).toEqual(expect.arrayContaining(['is at or before', 'is at or after']));
    await page.getByLabel('Attribute').selectOption('Created');
    await page.getByLabel('Operator').selectOption('is before');
    const moment = await page.evaluate<string>(
      "new Date(new Date('2026-02-03T10:01:00Z') - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 16)",
    );
    await before.fill(moment);
    await send();
    await listed('Never');
    await page.locator('.chip', { hasText: /Created is before .*2026/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('filters')).toBe(
      'createdAt~$lt~2026-02-03T10%3A01%3A00.000Z',
    );
    await page.goto(`${admin.base}/admin/types/${STORY}?columns=title,at`);
    await page.locator('td time', { hasText: /^Jul 8, 2026, / }).waitFor();
    await open();
    await (await choose('Created', 'is before')).fill(moment);
    await send();
    await listed('Never');
    await (await choose('Created', 'is at or after')).fill(moment);
    await send();
    await page.getByText('No documents here.').waitFor();
  });

  test('documents that meet any of several conditions', async () => {
    await page.goto(`${admin.base}/admin/types/${STORY}?filters=title~$eq~Live|featured~$eq~true`);
    await page.getByText('No documents here.').waitFor();
    const match = page.getByLabel('Conditions', { exact: true });
    await match.selectOption({ label: 'Any condition' });
    await listed('Live', 'Never');
    await page.getByLabel('State', { exact: true }).selectOption('draft');
    await listed('Never');
    await page.reload();
    await listed('Never');
    await page.getByLabel('State', { exact: true }).selectOption('');
    await listed('Live', 'Never');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await match.selectOption('');
    await page.getByText('No documents here.').waitFor();
    await remove('Featured');
    await listed('Live');
    expect(await match.count()).toBe(0);
  });

  test('a condition without a value is not added', async () => {
    await open();
    await choose('Title', 'contains');
    expect(await page.getByRole('button', { name: 'Filter', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Value', { exact: true }).press('Enter');
    expect(new URL(page.url()).search).toBe('');
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
