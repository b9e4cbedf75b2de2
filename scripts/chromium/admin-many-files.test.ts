// An editor in a real Chromium with more files and folders than one answer of the server has.
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      attributes: { title: { type: 'string' }, cover: { type: 'media' } },
    },
  ],
} as object;
const MOST = 25;
const FOLDERS = 30;
const FILES = 130;

describeInChromium('many files in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  beforeAll(async () => {
    admin = await openAdmin(
      launch,
      { ...CONTENT, config: { api: { rest: { maxLimit: MOST } } } },
      { upload: true },
    );
    const files = admin.app.kernel.container.resolve(STORED_FILES);
    for (let index = 0; index < FILES; index += 1)
      await files.add(__filename, {}, { name: `file ${index}.txt`, type: 'text/plain' });
    for (let index = 0; index < FOLDERS; index += 1)
      await admin.app
        .documents('plugin::upload.folder')
        .create({ data: { name: `Folder ${index}` } } as never);
    page = await admin.newPage();
  });
  afterAll(() => admin?.close());

  const more = (place: Page | Locator): Locator =>
    place.getByRole('button', { name: 'Show more', exact: true });
  const tiles = (place: Page | Locator): Locator =>
    place.getByRole('list', { name: 'Files', exact: true }).locator('button.tile');

  /** Shows all files, and returns their names. */
  async function allFiles(place: Page | Locator): Promise<readonly string[]> {
    for (const count of [60, 120]) {
      await tiles(place)
        .nth(count - 1)
        .waitFor();
      expect(await tiles(place).count()).toBe(count);
      await more(place).click();
    }
    await tiles(place)
      .nth(FILES - 1)
      .waitFor();
    expect(await more(place).count()).toBe(0);
    return tiles(place).locator('span:last-of-type').allInnerTexts();
  }

  test('the library shows each folder and each file', async () => {
    await page.goto(`${admin.base}/admin/media`);
    const names = await allFiles(page);
    expect(new Set(names).size).toBe(FILES);
    expect(await page.locator('.folders .tile').count()).toBe(FOLDERS);
  });

  test('the field of a form, too', async () => {
    await page.goto(`${admin.base}/admin/types/${STORY}/new`);
    await page.locator('.media > button').click();
    const picker = page.getByRole('dialog');
    expect(new Set(await allFiles(picker)).size).toBe(FILES);
  });

  test.each(['library', 'form'])('the last search counts, however late an answer is: %s', async (screen) => {
    const own = await admin.newPage();
    await own.goto(`${admin.base}/admin/${screen === 'library' ? 'media' : `types/${STORY}/new`}`);
    if (screen === 'form') await own.locator('.media > button').click();
    await tiles(own).first().waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const isOf = (url: URL, text: string): boolean =>
      url.pathname.endsWith('/upload/files') &&
      url.searchParams.get('filters[$and][0][$or][0][name][$containsi]') === text;
    await own.route(
      (url) => isOf(url, 'file 1.'),
      async (route) => {
        await held;
        await route.continue();
      },
    );
    await own.route(
      (url) => isOf(url, 'broken'),
      (route) => route.fulfill({ status: 500, json: { error: { message: 'No search today' } } }),
    );
    const search = own.getByRole('searchbox', { name: 'Search files' });
    // The library asks after a pause in typing.
    const asked = own.waitForRequest((request) => isOf(new URL(request.url()), 'file 1.'));
    await search.fill('file 1.');
    await asked;
    await search.fill('file 2.');
    await until(async () => (await tiles(own).count()) === 1);
    const late = own.waitForResponse((response) => isOf(new URL(response.url()), 'file 1.'));
    answer();
    await (await late).finished();
    // A later answer comes after the late one was read.
    await search.fill('broken');
    await own.getByText('No search today').waitFor();
    expect(await tiles(own).first().innerText()).toContain('file 2.txt');
    await search.fill('file 3.');
    await tiles(own).filter({ hasText: 'file 3.txt' }).waitFor();
    expect(await own.getByText('No search today').count()).toBe(0);
    await own.context().close();
    expect(admin.problems).toEqual([]);
  });
});
