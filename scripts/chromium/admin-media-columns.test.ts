// An editor in a real Chromium who sees the images of a list.
import sharp from 'sharp';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';
import { PIXEL } from './pixel';

const ALBUM = 'api::album.album';
const ALBUMS = {
  contentTypes: [
    {
      info: { singularName: 'album', pluralName: 'albums' },
      attributes: {
        title: { type: 'string' },
        cover: { type: 'media', multiple: false },
        files: { type: 'media', multiple: true },
      },
    },
  ],
} as object;

describeInChromium('columns of media in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, ALBUMS, { upload: true });
  });
  afterAll(() => admin?.close());

  test('a list shows small images in place of their names', async () => {
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(30_000);
    await page.goto(`${admin.base}/admin/media`);
    const sides = { width: 600, height: 400, channels: 3, background: 'teal' } as const;
    const photo = await sharp({ create: sides }).png().toBuffer();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'photo.png', mimeType: 'image/png', buffer: photo },
      { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Terms') },
      ...['a', 'b', 'c'].map((name) => ({
        name: `${name}.png`,
        mimeType: 'image/png',
        buffer: PIXEL,
      })),
    ]);
    await page.getByText('terms.txt').first().waitFor();
    const stored = await admin.app.kernel.database.knex('files').select('id', 'name');
    const idOf = (name: string): number => stored.find((file: { name: string }) => file.name === name).id;
    await admin.app.documents(ALBUM).create({
      data: {
        title: 'Pond',
        cover: idOf('photo.png'),
        files: ['terms.txt', 'a.png', 'b.png', 'c.png'].map(idOf),
      },
    } as never);
    await admin.app.documents(ALBUM).create({ data: { title: 'Empty' } } as never);

    await page.goto(`${admin.base}/admin/types/${ALBUM}?columns=title,cover,files`);
    const row = page.getByRole('row', { name: 'Pond' });
    const cover = row.getByRole('img', { name: 'photo.png', exact: true });
    await cover.waitFor();
    const drawn = await cover.evaluate(async (image: never) => {
      const { src, width, height, loading } = image as Record<string, unknown>;
      await (image as { decode(): Promise<void> }).decode();
      return { src, width, height, loading, real: (image as { naturalWidth: number }).naturalWidth };
    });
    expect(drawn).toMatchObject({ width: 32, height: 32, loading: 'lazy', real: 234 });
    expect(drawn.src).toContain('thumbnail');
    await row.getByText('terms.txt', { exact: true }).waitFor();
    await row.getByText('and 1 other', { exact: true }).waitFor();
    await expect(row.getByRole('img').count()).resolves.toBe(3);
    await expect(page.getByRole('row', { name: 'Empty' }).getByRole('img').count()).resolves.toBe(0);
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Title' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'photo.png' }).waitFor();
    await page.getByRole('link', { name: 'Empty' }).waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(faultsInLooks(page)).resolves.toEqual([]);
    }
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
