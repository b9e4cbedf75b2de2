// The site in a frame beside the form, in a real Chromium: it loads again after a save, at two widths.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const PAGE = 'api::page.page';
const SHARED = 'api::shared.shared';
const typeOf = (singularName: string, preview: string) => ({
  info: { singularName, pluralName: `${singularName}s` },
  options: { draftAndPublish: true },
  attributes: { title: { type: 'string' }, slug: { type: 'string' } },
  pluginOptions: { admin: { preview } },
});

describeInChromium('the preview of the admin', (launch) => {
  let admin: AdminInChromium;
  let site: Server;
  const asked: string[] = [];
  beforeAll(async () => {
    site = createServer((request, response) => {
      if (request.url?.startsWith('/pages/')) asked.push(request.url);
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><link rel="icon" href="data:,"><p>Request ${asked.length}</p>`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    admin = await openAdmin(launch, {
      contentTypes: [
        typeOf('page', `http://127.0.0.1:${port}/pages/{slug}?status={status}`),
        typeOf('shared', `http://127.0.0.1:${port}/shared/{documentId}?token={token}`),
        typeOf('loose', 'https://{slug}.example.org/'),
        typeOf('script', 'javascript:{slug}'),
      ] as never,
    });
  });
  afterAll(async () => {
    await admin?.close();
    site?.close();
  });

  test('loads after each save, at the width of a desktop and of a phone', async () => {
    const data = { title: 'A' };
    const { documentId } = await admin.app.documents(PAGE).create({ data, status: 'draft' } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${PAGE}/${documentId}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('The address needs these fields: Slug').waitFor();
    await page.getByLabel('Slug').fill('a b');
    await page.getByLabel('Title').focus();
    const frame = page.frameLocator('iframe');
    await frame.getByText('Request 1').waitFor();
    expect(asked).toEqual(['/pages/a%20b?status=draft']);
    const width = () => frame.locator('html').evaluate('innerWidth');
    await expect(width()).resolves.toBe(1280);
    await page.getByRole('button', { name: 'Phone' }).click();
    await expect(width()).resolves.toBe(375);
    await page.getByLabel('Title').fill('B');
    await page.getByLabel('Slug').focus();
    await frame.getByText('Request 2').waitFor();
    expect(admin.problems).toEqual([]);
    await page.context().close();
  });

  test('gives the site a token, copies links for other people, and ends them', async () => {
    const data = { title: 'A' };
    const { documentId } = await admin.app.documents(SHARED).create({ data, status: 'draft' } as never);
    const page = await admin.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${admin.base}/admin/types/${SHARED}/${documentId}`);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.frameLocator('iframe').getByText('Request').waitFor();
    const shown = (await page.locator('iframe').getAttribute('src')) ?? '';
    expect(shown).toMatch(new RegExp(`/shared/${documentId}\\?token=[\\w-]{43}$`));
    await page.getByRole('button', { name: 'Copy preview link' }).click();
    await page.getByText('The link is copied').waitFor({ state: 'attached' });
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect([copied.length, copied === shown]).toEqual([shown.length, false]);
    await page.getByRole('button', { name: 'End all links' }).click();
    await page.getByText('All links have ended').waitFor({ state: 'attached' });
    // The frame has a new one.
    await page.locator(`iframe:not([src="${shown}"])`).waitFor();
    await expect(admin.app.kernel.database.knex('preview_links')).resolves.toHaveLength(1);
    await page.context().close();
  });

  test('frames only sites with a fixed address', async () => {
    const { headers } = await admin.app.agent.get('/admin/');
    expect(headers['content-security-policy']).toMatch(/; frame-src http:\/\/127\.0\.0\.1:\d+;/);
    for (const type of ['loose', 'script']) {
      const { documentId } = await admin.app.documents(`api::${type}.${type}`).create({ data: {} } as never);
      const page = await admin.newPage();
      await page.goto(`${admin.base}/admin/types/api::${type}.${type}/${documentId}`);
      await page.getByLabel('Title').waitFor();
      await expect(page.getByRole('button', { name: 'Preview' }).count()).resolves.toBe(0);
      await page.context().close();
    }
  });
});
