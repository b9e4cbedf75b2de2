// An editor in a real Chromium who describes many images at once.
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describeInChromium('media in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true });
  });
  afterAll(() => admin?.close());

  test('images without a description get one each', async () => {
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/media`);
    const buffer = Buffer.from(PIXEL, 'base64');
    const images = ['one', 'two', 'three'].map((name) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer,
    }));
    await page.locator('input[type=file]').setInputFiles(images);
    const missing = page.getByText('No description');
    await missing.nth(2).waitFor();
    await page.getByRole('button', { name: 'Describe images …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('one.png').fill('A pond');
    await dialog.getByLabel('three.png').fill('A lake');
    await page.keyboard.press('Escape');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await dialog.getByRole('button', { name: 'Save all' }).click();
    await dialog.waitFor({ state: 'detached' });
    await missing.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'A pond' }).waitFor();
    await page.getByRole('img', { name: 'A lake' }).waitFor();
    await page.getByRole('button', { name: 'Describe images …' }).click();
    await dialog.getByLabel('two.png').waitFor();
    await expect(dialog.getByRole('textbox').count()).resolves.toBe(1);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
