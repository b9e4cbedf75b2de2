// An editor in a real Chromium who looks for documents without files, sorts a list, opens its menus, and comes back to it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../core/testing/until';
import { STORED_FILES } from '../../plugins/upload';
import { type FilteredStories, openStories, STORY } from './filtered-stories';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

describeInChromium('lists in the admin', (launch) => {
  let { admin, page, open, listed, choose, send, remove } = {} as FilteredStories;
  beforeAll(async () => {
    ({ admin, page, open, listed, choose, send, remove } = await openStories(launch));
  });
  afterAll(() => admin?.close());

  test('a list shows the documents with files, and with none', async () => {
    const path = join(admin.app.dir, 'cover.txt');
    await writeFile(path, 'x');
    const { id } = await admin.app.kernel.container.resolve(STORED_FILES).add(path);
    const all = admin.app.documents(STORY);
    const stored = await all.findMany({ status: 'draft' } as never);
    for (const [title, data] of [
      ['Never', { cover: id }],
      ['Live', { gallery: [id] }],
    ] as const) {
      const { documentId } = stored.find((each) => each.title === title) ?? {};
      await all.update({ documentId, data, status: 'draft' } as never);
    }
    await open();
    for (const [field, holder, ...others] of [
      ['Cover', 'Never', 'Later', 'Live'],
      ['Gallery', 'Live', 'Later', 'Never'],
    ] as const) {
      await choose(field, 'is empty');
      await send();
      await listed(...others);
      await remove(field);
      await choose(field, 'is not empty');
      await send();
      await listed(holder);
      await expect(faultsInLooks(page)).resolves.toEqual([]);
      await remove(field);
    }
  });

  test('Updated sorts a list', async () => {
    const stories = admin.app.documents(STORY);
    for (const { documentId } of await stories.findMany({ status: 'draft' } as never)) {
      // Two changes within one millisecond have no order.
      const former = Date.now();
      await until(() => Date.now() > former);
      await stories.update({ documentId, data: { featured: true }, status: 'draft' } as never);
    }
    await open();
    const heading = page.getByRole('columnheader', { name: 'Updated' });
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    const titles = () => page.locator('tbody a').allTextContents();
    const newest = await titles();
    await heading.getByRole('button').click();
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Updated' }).waitFor();
    await until(async () => (await titles()).join() === newest.toReversed().join());
  });

  test('the menus of a list close with Escape, and by a click elsewhere', async () => {
    await open();
    for (const title of ['Columns', 'View']) {
      const menu = page.locator('summary', { hasText: title });
      const opened = page.locator('details[open]', { has: menu });
      await menu.click();
      await opened.waitFor();
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe(title);
      await menu.click();
      await opened.waitFor();
      await page.getByRole('heading', { level: 1 }).click();
      await opened.waitFor({ state: 'detached' });
    }
    // Several columns are chosen at once.
    await page.locator('summary', { hasText: 'Columns' }).click();
    for (let round = 0; round < 2; round++) await page.locator('details[open]').getByLabel('Kind').click();
  });
});
