// An editor in a real Chromium who describes many images at once, looks where a file is used, and orders the files of a document.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';
import { PIXEL } from './pixel';

const seo = { image: { type: 'media' } };
const story = { title: { type: 'string' }, cover: { type: 'media' } };
interface Named {
  readonly name: string;
}

const WITH_FILES = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      attributes: {
        ...story,
        seo: { type: 'component', component: 'shared.seo' },
        gallery: { type: 'media', multiple: true },
      },
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
    const buffer = PIXEL;
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

  test('several files are chosen in one visit, also uploaded ones', async () => {
    const files = admin.app.kernel.container.resolve(STORED_FILES);
    for (const name of ['ash.txt', 'elm.txt', 'fir.txt'])
      await files.add(__filename, {}, { name, type: 'text/plain' });
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/api::story.story/new`);
    const gallery = page.locator('.field[data-name=gallery]');
    await gallery.getByRole('button', { name: 'Add file' }).click();
    const dialog = page.getByRole('dialog');
    const tile = (name: string) => dialog.getByRole('button', { name });
    await expect(dialog.getByRole('button', { name: 'Add 0 files' }).isDisabled()).resolves.toBe(true);
    for (const name of ['elm.txt', 'ash.txt', 'fir.txt', 'ash.txt']) await tile(name).click();
    await expect(tile('elm.txt').getAttribute('aria-pressed')).resolves.toBe('true');
    await expect(tile('ash.txt').getAttribute('aria-pressed')).resolves.toBe('false');
    const buffer = Buffer.from('text');
    await dialog
      .getByLabel('Upload')
      .setInputFiles(['oak.txt', 'yew.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer })));
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await dialog.getByRole('button', { name: 'Add 4 files' }).click();
    await dialog.waitFor({ state: 'detached' });
    const names = await gallery.locator('.tile > [aria-haspopup]').allTextContents();
    expect(names).toEqual(['elm.txt', 'fir.txt', 'oak.txt', 'yew.txt']);
    // A field of one file takes the first one.
    await page.locator('.field[data-name=cover]').getByRole('button', { name: 'Choose file' }).click();
    await tile('ash.txt').click();
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('a damaged file does not keep others out, and the message names it', async () => {
    const page = await admin.newPage({ viewport: { width: 320, height: 900 } });
    const buffer = Buffer.from('no image');
    const names = ['birch.txt', 'cedar.txt', 'hazel.txt', 'larch.txt', 'maple.txt'];
    const files = [
      ...names.map((name) => ({ name, mimeType: 'text/plain', buffer })),
      { name: 'damaged.jpg', mimeType: 'image/jpeg', buffer },
    ].toSorted((one, other) => one.name.localeCompare(other.name));
    const saysWhy = async (place: Page | Locator): Promise<void> => {
      const message = place.getByRole('alert');
      await message.getByText('1 file was not uploaded:').waitFor();
      expect(await message.getByRole('listitem').allInnerTexts()).toEqual([
        'damaged.jpg: The content of the file does not fit its type. The file may be damaged.',
      ]);
    };
    await page.goto(`${admin.base}/admin/media`);
    await page.locator('main input[type=file]').setInputFiles(files);
    await saysWhy(page);
    await page.getByText('5 files uploaded').waitFor({ state: 'attached' });
    for (const name of names) await page.locator('main button.tile', { hasText: name }).waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.goto(`${admin.base}/admin/types/api::story.story/new`);
    const gallery = page.locator('.field[data-name=gallery]');
    await gallery.getByRole('button', { name: 'Add file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Upload').setInputFiles(files);
    await saysWhy(dialog);
    await dialog.getByRole('button', { name: 'Add 5 files' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await gallery.locator('.tile > [aria-haspopup]').allTextContents()).toEqual(names);
    await gallery.getByRole('button', { name: 'Add file' }).click();
    await dialog.getByLabel('Upload').setInputFiles(files.filter(({ name }) => name === 'damaged.jpg'));
    await saysWhy(dialog);
    await expect(dialog.getByRole('button', { name: 'Add 0 files' }).isDisabled()).resolves.toBe(true);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('files of a document are moved and removed, and come back', async () => {
    const ids: number[] = [];
    for (const name of ['one.txt', 'two.txt', 'three.txt']) {
      const path = join(admin.app.dir, name);
      await writeFile(path, name);
      ids.push((await admin.app.kernel.container.resolve(STORED_FILES).add(path)).id);
    }
    const stories = admin.app.documents('api::story.story');
    const data = { title: 'With files', cover: ids[0], gallery: ids };
    const { documentId } = await stories.create({ data, status: 'draft' } as never);
    const stored = async (key: 'cover' | 'gallery', names: readonly string[]): Promise<void> =>
      until(async () => {
        const populate = [key];
        const found = await stories.findOne({ documentId, status: 'draft', populate } as never);
        const files = [(found?.[key] ?? []) as Named | Named[]].flat();
        return files.map(({ name }) => name).join() === names.join();
      });
    const page = await admin.newPage({ viewport: { width: 320, height: 900 } });
    await page.goto(`${admin.base}/admin/types/api::story.story/${documentId}`);
    const gallery = page.locator('.field[data-name=gallery]');
    const button = (name: string) => gallery.getByRole('button', { name, exact: true });
    const says = (text: string) => gallery.getByText(text, { exact: true }).waitFor();
    const isFocused = (name: string) =>
      until(async () => {
        const script = '(({ activeElement: at }) => at.ariaLabel ?? at.textContent)(document)';
        return (await page.evaluate(script)) === name;
      });
    await button('Move three.txt up').press('Enter');
    await says('three.txt: place 2 of 3');
    await isFocused('Move three.txt up');
    // The same key moves it once more.
    await page.keyboard.press('Enter');
    await says('three.txt: place 1 of 3');
    await stored('gallery', ['three.txt', 'one.txt', 'two.txt']);
    await button('Undo').press('Enter');
    await stored('gallery', ['one.txt', 'three.txt', 'two.txt']);
    await isFocused('Move three.txt up');
    await button('Move one.txt down').press('Enter');
    await isFocused('Move one.txt down');
    await button('Remove one.txt').press('Enter');
    await says('one.txt was removed');
    await isFocused('Remove two.txt');
    await stored('gallery', ['three.txt', 'two.txt']);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await button('Undo').press('Enter');
    await stored('gallery', ['three.txt', 'one.txt', 'two.txt']);
    await button('Undo').waitFor({ state: 'detached' });
    for (const name of ['three.txt', 'one.txt', 'two.txt']) await button(`Remove ${name}`).press('Enter');
    await isFocused('Add file');
    await stored('gallery', []);
    const cover = page.locator('.field[data-name=cover]');
    await cover.getByRole('button', { name: 'Remove one.txt', exact: true }).press('Enter');
    await stored('cover', []);
    await cover.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await stored('cover', ['one.txt']);
    await expect(cover.getByRole('button', { name: /^Move/ }).count()).resolves.toBe(0);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
