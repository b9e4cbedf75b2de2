// An editor in a real Chromium who works on images: crops and replacements.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';
import { addStripes, button, dialogOf, type Kind, openFile, stripes } from './striped-images';

const FILE = 'plugin::upload.file';

describeInChromium('images in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true });
  });
  afterAll(() => admin?.close());

  const store = () => admin.app.kernel.container.resolve(STORED_FILES);
  const add = (name: string, type?: Kind, info?: object) => addStripes(admin, name, type, info);
  const open = (page: Page, name: string): Promise<void> => openFile(admin, page, name);
  const stored = (id: number) => admin.app.documents(FILE).findFirst({ filters: { id } });

  /** The middle of each quarter of the stored bytes, as letters. */
  const colorsOf = async (url: unknown): Promise<string> => {
    const bytes = Buffer.from(await (await fetch(`${admin.base}${url}`)).arrayBuffer());
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const letters = [0, 1, 2, 3].map((quarter) => {
      const at = Math.floor(info.width * (quarter / 4 + 1 / 8)) * 3;
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      return red > 200 && green > 200 ? 'w' : red > 200 ? 'r' : green > 200 ? 'g' : blue > 200 ? 'b' : '?';
    });
    return `${info.width}x${info.height} ${letters.join('')}`;
  };

  test('a part that is drawn replaces the image, and keeps its texts and its place', async () => {
    const info = {
      name: 'draw.jpg',
      alternativeText: 'Stripes',
      caption: 'Four',
      focalPoint: { x: 50, y: 50 },
    };
    const before = await add('draw.jpg', 'jpeg', info);
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await open(page, 'draw.jpg');
    await button(page, 'Crop …').click();
    const dialog = dialogOf(page, 'Crop draw.jpg');
    const image = dialog.getByRole('img', { name: 'Stripes', exact: true });
    await dialog.locator('.cut').waitFor();
    const replace = button(dialog, 'Replace the image');
    expect(await replace.isDisabled()).toBe(true);
    const { x = 0, y = 0, width = 0, height = 0 } = (await image.boundingBox()) ?? {};
    const at = (part: number, down: number) => page.mouse.move(x + width * part, y + height * down);
    await at(0.25, 0.1);
    await page.mouse.down();
    await at(0.5, 0.5);
    await at(0.75, 0.9);
    await page.mouse.up();
    const number = (name: string): Locator => dialog.getByRole('spinbutton', { name, exact: true });
    const numbers = async (): Promise<string> =>
      (
        await Promise.all(
          ['From the left', 'From the top', 'Width', 'Height'].map((each) => number(each).inputValue()),
        )
      ).join(' ');
    expect(await numbers()).toBe('100 20 200 160');
    await at(0.5, 0.5);
    await page.mouse.down();
    await at(0.4, 0.9);
    await page.mouse.up();
    expect(await numbers()).toBe('60 40 200 160');
    // The corner below on the right.
    await at(0.64, 0.98);
    await page.mouse.down();
    await at(0.9, 0.99);
    await page.mouse.up();
    expect(await number('Width').inputValue()).toBe('300');
    await dialog.getByLabel('Ratio', { exact: true }).selectOption('1:1');
    const [, , wide, high] = (await numbers()).split(' ');
    expect(wide).toBe(high);
    await dialog.getByLabel('Ratio', { exact: true }).selectOption('Free');
    for (const [name, value] of Object.entries({ 'From the left': '100', 'From the top': '0' }))
      await number(name).fill(value);
    await number('Width').fill('200');
    await number('Height').fill('9000');
    await number('Height').press('Tab');
    expect(await numbers()).toBe('100 0 200 200');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await replace.click();
    await dialog.waitFor({ state: 'detached' });
    const after = await stored(before.id);
    expect(after).toMatchObject({ ...info, url: before.url, mime: 'image/jpeg', width: 200, height: 200 });
    expect(await colorsOf(after?.url)).toBe('200x200 ggbb');
    // The page shows the new bytes.
    await dialogOf(page, 'draw.jpg').getByRole('img', { name: 'Stripes', exact: true }).waitFor();
    const ratio = `(() => { const image = document.querySelector('dialog img');
      return image.decode().then(() => image.naturalWidth / image.naturalHeight); })()`;
    expect(await page.evaluate(ratio)).toBe(1);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('a part becomes a file of its own in the same folder, with keys only', async () => {
    const folder = await admin.app.documents('plugin::upload.folder').create({ data: { name: 'Ponds' } });
    const info = { alternativeText: 'Stripes', focalPoint: { x: 90, y: 50 }, folder: folder.documentId };
    const before = await add('part.webp', 'webp', info);
    const page = await admin.newPage({ viewport: { width: 320, height: 900 }, colorScheme: 'dark' });
    await page.goto(`${admin.base}/admin/media?folder=${folder.documentId}`);
    await page.locator('main button.tile').click();
    await button(page, 'Crop …').press('Enter');
    const dialog = dialogOf(page, 'Crop part.webp');
    await dialog.locator('.cut').waitFor();
    await dialog.getByLabel('Ratio', { exact: true }).selectOption('1:1');
    const left = dialog.getByRole('spinbutton', { name: 'From the left', exact: true });
    expect(await left.inputValue()).toBe('100');
    await left.fill('1');
    await left.press('ArrowDown');
    expect(await left.inputValue()).toBe('0');
    await button(dialog, 'Save as a new file').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('main button.tile', { hasText: 'part-200x200.webp' }).waitFor();
    expect(await stored(before.id)).toMatchObject({ width: 400, focalPoint: info.focalPoint });
    const part = await admin.app
      .documents(FILE)
      .findFirst({ filters: { name: 'part-200x200.webp' }, populate: { folder: true } } as never);
    expect(part).toMatchObject({
      alternativeText: 'Stripes',
      focalPoint: null,
      mime: 'image/webp',
      folder: { documentId: folder.documentId },
    });
    expect(await colorsOf(part?.url)).toBe('200x200 rrgg');
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('a replaced file keeps its name', async () => {
    const { id, url } = await add('kept.png');
    const page = await admin.newPage();
    await open(page, 'kept.png');
    const dialog = dialogOf(page, 'kept.png');
    const input = dialog.locator('input[type=file]');
    const buffer = await sharp(await stripes('png'))
      .resize(50, 50)
      .png()
      .toBuffer();
    const replacement = { name: 'IMG_1.png', mimeType: 'image/png', buffer };
    const question = page.getByRole('dialog', { name: 'Replace “kept.png”?' });
    await input.setInputFiles(replacement);
    await question.getByText('“IMG_1.png”').waitFor();
    await question.getByRole('button', { name: 'Back' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await stored(id)).not.toMatchObject({ width: 50 });
    await input.setInputFiles(replacement);
    await question.getByRole('button', { name: 'Replace' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored(id)).toMatchObject({ name: 'kept.png', url, width: 50 });
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('drawings, GIFs, other files, and roles that may not upload have no crop', async () => {
    await add('moves.gif', 'gif');
    const texts = {
      'lines.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
      'note.txt': 'A note',
    };
    for (const [name, text] of Object.entries(texts)) {
      await writeFile(join(admin.app.dir, name), text);
      await store().add(join(admin.app.dir, name));
    }
    const page = await admin.newPage();
    for (const name of ['moves.gif', ...Object.keys(texts)]) {
      await open(page, name);
      await dialogOf(page, name).getByText('Replace', { exact: true }).waitFor();
      await expect(button(page, 'Crop …').count()).resolves.toBe(0);
      await expect(button(page, 'Focal point …').count()).resolves.toBe(name === 'moves.gif' ? 1 : 0);
    }
    await add('seen.png');
    const actions = ['plugin::admin.app.open', 'plugin::upload.content-api.find'];
    const cookie = await userWith(admin.app, 'reader', actions);
    await page.context().close();
    const reader = await admin.newPage({ storageState: stateOf(cookie) });
    await open(reader, 'seen.png');
    await button(dialogOf(reader, 'seen.png'), 'Close').waitFor();
    await expect(dialogOf(reader, 'seen.png').getByRole('button').allInnerTexts()).resolves.toEqual([
      'Close',
    ]);
    await reader.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('an image of another server says what to do', async () => {
    const { documentId, url } = await add('far.png');
    const far = `${admin.app.url}${url}`;
    await admin.app.documents(FILE).update({ documentId, data: { url: far } } as never);
    // The browser reports the refused image.
    const context = await admin.browser.newContext({ storageState: stateOf(admin.cookie) });
    const page = await context.newPage();
    await open(page, 'far.png');
    await button(page, 'Crop …').click();
    await dialogOf(page, 'Crop far.png').getByRole('alert').getByText('CORS').waitFor();
    expect(await button(page, 'Save as a new file').isDisabled()).toBe(true);
    await context.close();
  });
});
