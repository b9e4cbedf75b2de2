// An editor in a real Chromium who describes many images at once, and looks where a file is used.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const seo = { image: { type: 'media' } };
const story = { title: { type: 'string' }, cover: { type: 'media' } };
const WITH_FILES = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes: { ...story, seo: { type: 'component', component: 'shared.seo' } },
    },
    { info: { singularName: 'pond', pluralName: 'ponds' }, attributes: story },
  ],
  components: { 'shared.seo': { info: { displayName: 'SEO' }, attributes: seo } },
} as object;

describeInChromium('media in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, WITH_FILES, { upload: true });
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

  test('a file says what it is and who uses it, before a deletion, too', async () => {
    const path = join(admin.app.dir, 'used.txt');
    await writeFile(path, 'x'.repeat(1234));
    const { id } = await admin.app.kernel.container.resolve(STORED_FILES).add(path);
    const create = (uid: string, data: object, more: object = {}) =>
      admin.app.documents(uid).create({ data, ...more } as never);
    await create('api::story.story', { title: 'A draft with it', cover: id }, { status: 'draft' });
    const both = { title: 'Inside a component', seo: { image: id } };
    const { documentId } = await create('api::story.story', both);
    await admin.app.documents('api::story.story').publish({ documentId } as never);
    await create('api::story.story', { title: 'Without it' });
    const pond = await create('api::pond.pond', { title: 'A pond with it', cover: id });
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/media`);
    await page.locator('main button.tile', { hasText: 'used.txt' }).click();
    const dialog = page.getByRole('dialog');
    const link = dialog.getByRole('link', { name: 'A pond with it', exact: true });
    await link.waitFor();
    const names = await dialog.locator('.uses a').allInnerTexts();
    expect(names.toSorted()).toEqual(['A draft with it', 'A pond with it', 'Inside a component']);
    expect(await link.getAttribute('href')).toBe(`/admin/types/api::pond.pond/${pond.documentId}`);
    const facts = await dialog.locator('dl').innerText();
    expect(facts).toContain('text/plain');
    expect(facts).toContain('1.2 kB');
    expect(facts).toContain(String(new Date().getFullYear()));
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('alert').getByText('3 documents use this file.', { exact: true }).waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await dialog.getByRole('button', { name: 'Delete it for ever', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
