// Files that another site serves, in a real Chromium: the page may show them, and nothing else of other sites.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { until } from '../../core/testing/until';
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const PROVIDER = require.resolve('../../plugins/upload/tests/other-site-provider');

describeInChromium('files of another site in the admin', (launch) => {
  let admin: AdminInChromium;
  let site: Server;
  let address: string;
  beforeAll(async () => {
    site = createServer((request, response) => {
      readFile(join(admin.app.dir, 'public/uploads', request.url ?? '')).then(
        (bytes) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    admin = await openAdmin(launch, CONTENT, {
      upload: { config: { provider: PROVIDER, providerOptions: { site: address } } },
    });
  });
  afterAll(async () => {
    await admin?.close();
    site.close();
  });

  const widthOf = (page: Page): Promise<number> =>
    page
      .locator('main button.tile img')
      .first()
      .evaluate((image: { readonly naturalWidth?: number }) => image.naturalWidth ?? 0);

  test('its images are shown', async () => {
    const path = join(admin.app.dir, 'lake.png');
    await writeFile(
      path,
      await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    );
    const file = await admin.app.kernel.container.resolve(STORED_FILES).add(path);
    expect(String(file.url)).toContain(`${address}/lake`);
    const page = await admin.newPage();
    const answer = await page.goto(`${admin.base}/admin/media`);
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    expect(policy.split('; ').filter((rule) => /^(img|media)-src/.test(rule))).toEqual([
      `img-src 'self' blob: data: ${address}`,
      `media-src 'self' blob: ${address}`,
    ]);
    await until(async () => (await widthOf(page)) === 40);
    expect(admin.problems).toEqual([]);
    await page.context().close();
  });

  test('a part does not replace an image that may move', async () => {
    const path = join(admin.app.dir, 'wave.webp');
    await writeFile(
      path,
      await sharp({ create: { width: 40, height: 30, channels: 3, background: 'navy' } })
        .webp()
        .toBuffer(),
    );
    await admin.app.kernel.container.resolve(STORED_FILES).add(path);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/media`);
    await page.locator('main button.tile', { hasText: 'wave.webp' }).click();
    await page.getByRole('button', { name: 'Crop …', exact: true }).click();
    await page.getByText('It is not known whether the image moves.').waitFor();
    await page.getByRole('button', { name: 'Save as a new file', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Replace the image', exact: true }).count()).toBe(0);
    await page.context().close();
  });
});
