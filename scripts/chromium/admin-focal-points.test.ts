// An editor in a real Chromium who sets the focal point of images, and sees what crops and presets keep.
import sharp from 'sharp';
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';
import { addStripes, button, dialogOf, openFile } from './striped-images';

const FILE = 'plugin::upload.file';
const PRESETS = {
  card: { width: 100, height: 100, fit: 'cover' },
  frame: { width: 90, height: 90, fit: 'contain' },
  inner: { width: 80, height: 80 },
  narrow: { width: 70 },
};

describeInChromium('focal points in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: { config: { presets: PRESETS } } });
  });
  afterAll(() => admin?.close());

  const stored = (id: number) => admin.app.documents(FILE).findFirst({ filters: { id } });

  test('a focal point is set by the pointer and by keys, and removed', async () => {
    const { id } = await addStripes(admin, 'point.png');
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await openFile(admin, page, 'point.png');
    await button(page, 'Focal point …').click();
    const dialog = dialogOf(page, 'Focal point of point.png');
    const image = dialog.getByRole('img', { name: 'point.png', exact: true });
    const shown = dialog.locator('.crops figure', { hasText: 'Square' }).locator('img');
    await shown.waitFor();
    const { width = 0, height = 0 } = (await image.boundingBox()) ?? {};
    await image.click({ position: { x: width / 4, y: height / 2 } });
    const left = dialog.getByRole('slider', { name: 'From the left, in percent', exact: true });
    const top = dialog.getByRole('slider', { name: 'From the top, in percent', exact: true });
    expect([await left.inputValue(), await top.inputValue()]).toEqual(['25', '50']);
    // A square of 400 × 200 pixels around 25 % shows its left half.
    const position = (): Promise<string | null> => shown.getAttribute('style');
    expect(await position()).toContain('0% 50%');
    await left.press('End');
    expect(await position()).toContain('100% 50%');
    await top.press('ArrowRight');
    await left.press('ArrowLeft');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await stored(id))?.focalPoint).toEqual({ x: 99, y: 51 });
    await button(page, 'Focal point …').click();
    expect(await left.inputValue()).toBe('99');
    await button(dialog, 'Remove the focal point').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await stored(id))?.focalPoint).toBe(null);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('left is the left of the image in a page that runs from the right, and at 320 pixels', async () => {
    const { id } = await addStripes(admin, 'right.png');
    const page = await admin.newPage({ viewport: { width: 320, height: 800 }, locale: 'ar' });
    await openFile(admin, page, 'right.png');
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await page.locator('dialog button', { hasText: 'نقطة التركيز' }).click();
    const image = page.locator('.stage img');
    await page.locator('.crops img').first().waitFor();
    const { width = 0, height = 0 } = (await image.boundingBox()) ?? {};
    await image.click({ position: { x: width / 4, y: height / 2 } });
    expect(await page.locator('#focal-x').inputValue()).toBe('25');
    const { x: start = 0 } = (await image.boundingBox()) ?? {};
    const point = (await page.locator('.point').boundingBox()) ?? { x: 0, width: 0 };
    expect(Math.round(point.x + point.width / 2 - start - width / 4)).toBe(0);
    await page.locator('#focal-x').press('ArrowRight');
    await page.locator('dialog .button.main').last().click();
    await page.locator('.stage').waitFor({ state: 'detached' });
    expect((await stored(id))?.focalPoint).toEqual({ x: 26, y: 50 });
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('presets with a width and a height are shown as the server makes them', async () => {
    const { id, url } = await addStripes(admin, 'preset.png');
    await addStripes(admin, 'preset.webp', 'webp');
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await openFile(admin, page, 'preset.png');
    await button(page, 'Focal point …').click();
    const figures = page.locator('.crops figure');
    await figures.first().waitFor();
    const titles = ['Wide (16:9)', 'Tall (3:4)', 'Square (1:1)'];
    const presets = ['card (100 × 100)', 'frame (90 × 90)', 'inner (80 × 80)'];
    expect(await figures.allInnerTexts()).toEqual([...titles, ...presets]);
    await page.getByRole('slider', { name: 'From the left, in percent', exact: true }).fill('25');
    const looks = async (name: string): Promise<unknown> => {
      const image = figures.filter({ hasText: name }).locator('img');
      const { width = 0, height = 1 } = (await image.boundingBox()) ?? {};
      const style = await image.evaluate(
        (element) => (element as unknown as { style: { objectFit: string; objectPosition: string } }).style,
      );
      return [Math.round((width / height) * 10) / 10, style.objectFit, style.objectPosition];
    };
    expect(await looks('card')).toEqual([1, 'cover', '0% 50%']);
    expect(await looks('frame')).toEqual([1, 'contain', '50% 50%']);
    expect(await looks('inner')).toEqual([2, 'contain', '50% 50%']);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await button(page, 'Save').last().click();
    await dialogOf(page, 'Focal point of preset.png').waitFor({ state: 'detached' });
    expect((await stored(id))?.focalPoint).toEqual({ x: 25, y: 50 });
    // The left half: red, then green.
    const made = await fetch(`${admin.base}${url}?preset=card`);
    const { data } = await sharp(Buffer.from(await made.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (at: number) => [...data.subarray(at * 3, at * 3 + 3)];
    expect([pixel(25), pixel(75)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
    ]);
    // The server cuts the pictures of a WebP in their middle.
    await openFile(admin, page, 'preset.webp');
    await button(page, 'Focal point …').click();
    await figures.first().waitFor();
    await page.getByRole('slider', { name: 'From the left, in percent', exact: true }).fill('25');
    expect(await looks('Square')).toEqual([1, 'cover', '0% 50%']);
    expect(await looks('card')).toEqual([1, 'cover', '50% 50%']);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });

  test('a part has the ratio of a preset', async () => {
    await addStripes(admin, 'ratio.png');
    const page = await admin.newPage();
    await openFile(admin, page, 'ratio.png');
    await button(page, 'Crop …').click();
    const dialog = dialogOf(page, 'Crop ratio.png');
    await dialog.locator('.cut').waitFor();
    const ratio = dialog.getByLabel('Ratio', { exact: true });
    expect(await ratio.locator('option').allTextContents()).toEqual([
      ...['Free', '1:1', '4:3', '16:9'],
      ...['card (100 × 100)', 'frame (90 × 90)', 'inner (80 × 80)'],
    ]);
    await ratio.selectOption('card (100 × 100)');
    const width = dialog.getByRole('spinbutton', { name: 'Width', exact: true });
    expect(await width.inputValue()).toBe('200');
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
