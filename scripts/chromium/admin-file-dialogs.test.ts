// Dialogs of files that a person leaves before their work is done, in a real Chromium.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';
import { PIXEL } from './pixel';

const STORY = 'api::story.story';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      attributes: { title: { type: 'string' }, cover: { type: 'media' } },
    },
    {
      info: { singularName: 'clip', pluralName: 'clips' },
      attributes: {
        several: { type: 'media', multiple: true },
        parts: { type: 'component', repeatable: true, component: 'shared.part' },
        ...Object.fromEntries(
          Object.entries({ any: [], film: ['videos'], paper: ['files'], view: ['images', 'videos'] }).map(
            ([name, allowedTypes]) => [
              name,
              { type: 'media', ...(allowedTypes.length > 0 && { allowedTypes }) },
            ],
          ),
        ),
      },
    },
  ],
  components: { 'shared.part': { info: { displayName: 'Part' }, attributes: { cover: { type: 'media' } } } },
} as object;

describeInChromium('dialogs of files in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true });
  });
  afterAll(() => admin?.close());

  test('an upload that ends after its dialog changes no field', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}/new`);
    await page.getByRole('button', { name: 'Choose file' }).click();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/upload**', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('Upload')
      .setInputFiles({ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') });
    await dialog.getByText('Uploading …').waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/upload'),
    );
    release();
    await (await answered).finished();
    // The library has the file, and the form does not.
    await page.getByRole('button', { name: 'Choose file' }).click();
    await dialog.getByRole('button', { name: 'late.txt' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Choose file' }).waitFor();
    expect(admin.problems).toEqual([]);
    await page.context().close();
  });

  test('a field offers files of the types that it takes', async () => {
    const files = admin.app.kernel.container.resolve(STORED_FILES);
    const picture = join(admin.app.dir, 'picture.png');
    await writeFile(picture, PIXEL);
    for (const [name, type] of [
      ['a film', 'video/mp4'],
      ['a paper', 'application/pdf'],
      ['a picture', 'image/png'],
      ['a song', 'audio/mpeg'],
    ] as const) {
      await files.add(
        type === 'image/png' ? picture : __filename,
        {},
        { name, type: type === 'image/png' ? type : 'text/plain' },
      );
      await admin.app.kernel.database.transaction((tx) =>
        tx.run('UPDATE files SET mime = ? WHERE name = ?', [type, name]),
      );
    }
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/api::clip.clip/new`);
    const dialog = page.getByRole('dialog');
    const offered = async (field: string): Promise<unknown> => {
      await page.locator(`#field-${field}`).click();
      const accept = await dialog.locator('input[type=file]').getAttribute('accept');
      await dialog.locator('.tile').first().waitFor();
      const names = await dialog.locator('.tile span:last-child', { hasText: /^a / }).allInnerTexts();
      await dialog.getByRole('button', { name: 'Close' }).click();
      return [accept, names.toSorted()];
    };
    await expect(offered('any')).resolves.toEqual([null, ['a film', 'a paper', 'a picture', 'a song']]);
    await expect(offered('film')).resolves.toEqual(['video/*', ['a film']]);
    await expect(offered('paper')).resolves.toEqual([null, ['a paper']]);
    await expect(offered('view')).resolves.toEqual(['image/*,video/*', ['a film', 'a picture']]);
    await page.context().close();
  });

  test('a file that is deleted from a form leaves all its fields', async () => {
    const files = admin.app.kernel.container.resolve(STORED_FILES);
    const { id } = await files.add(__filename, {}, { name: 'kept.txt', type: 'text/plain' });
    const { id: gone } = await files.add(__filename, {}, { name: 'gone.txt', type: 'text/plain' });
    const page = await admin.newPage();
    const data = { any: gone, several: [gone, id], parts: [{ cover: gone }] };
    const { documentId } = await admin.app.documents('api::clip.clip').create({ data } as never);
    await page.goto(`${admin.base}/admin/types/api::clip.clip/${documentId}`);
    const several = page.locator('.field[data-name=several]');
    await several.getByRole('button', { name: 'gone.txt', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete it for ever' }).click();
    await dialog.waitFor({ state: 'detached' });
    await several.getByRole('button', { name: 'gone.txt', exact: true }).waitFor({ state: 'detached' });
    await several.getByRole('button', { name: 'kept.txt', exact: true }).waitFor();
    await expect(page.locator('.fields').getByText('gone.txt', { exact: true }).count()).resolves.toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.save.saved', { hasText: /^Saved/ }).waitFor();
    // The entry was closed.
    const [stored] = await admin.app
      .documents('api::clip.clip')
      .findMany({ filters: { documentId }, populate: { parts: { populate: 'cover' } } } as never);
    expect(stored).toMatchObject({ parts: [{ cover: null }] });
    await page.reload();
    await several.getByRole('button', { name: 'kept.txt', exact: true }).waitFor();
    await expect(page.getByRole('button', { name: 'gone.txt', exact: true }).count()).resolves.toBe(0);
    expect(admin.problems).toEqual([]);
    await page.context().close();
  });

  test('texts that were typed for a file are not closed away without a question', async () => {
    const files = admin.app.kernel.container.resolve(STORED_FILES);
    await files.add(__filename, {}, { name: 'typed.txt', type: 'text/plain' });
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/media`);
    await page.getByRole('button', { name: 'typed.txt' }).click();
    const description = page.getByLabel('Description for people who do not see it');
    await description.fill('A typed text');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    await question.waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await question.getByRole('button', { name: 'Back' }).click();
    await expect(description.inputValue()).resolves.toBe('A typed text');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await question.getByRole('button', { name: 'Close without saving' }).click();
    await page.getByRole('button', { name: 'typed.txt' }).click();
    await expect(description.inputValue()).resolves.toBe('');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await description.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
