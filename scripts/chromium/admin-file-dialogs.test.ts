// Dialogs of files that a person leaves before their work is done, in a real Chromium.
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      attributes: { title: { type: 'string' }, cover: { type: 'media' } },
    },
  ],
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
