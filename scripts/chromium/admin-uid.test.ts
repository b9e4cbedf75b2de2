// A uid in the admin, in a real Chromium: it follows the title of a new document, and a button makes it again.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const PAGE = 'api::page.page';
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'page', pluralName: 'pages' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        slug: { type: 'uid', targetField: 'title' },
        free: { type: 'uid' },
      },
    },
  ],
} as object;

describeInChromium('uids in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
    await admin.app.documents(PAGE).create({ data: { title: 'My pond' } } as never);
  });
  afterAll(() => admin?.close());

  async function open(): Promise<Page> {
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/types/${PAGE}/new`);
    await page.getByLabel('Title').waitFor();
    return page;
  }
  const slugOf = (page: Page) => page.getByLabel('Slug', { exact: true });
  const untilSlug = (page: Page, slug: string) =>
    until(async () => (await slugOf(page).inputValue()) === slug);
  const untilStored = (page: Page, slug: string) =>
    until(async () => {
      const documentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const found = await admin.app.documents(PAGE).findOne({ documentId, status: 'draft' } as never);
      return (found as { readonly slug?: unknown } | null)?.slug === slug;
    });

  test('it follows the title, also after a save, until the document is published', async () => {
    const page = await open();
    await page.getByLabel('Title').fill('My');
    await untilStored(page, 'my');
    await page.getByLabel('Title').fill('My pond');
    await untilSlug(page, 'my-pond-1');
    await untilStored(page, 'my-pond-1');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    await page.getByLabel('Title').fill('My garden');
    await page.locator('.save.saved').waitFor();
    await expect(slugOf(page).inputValue()).resolves.toBe('my-pond-1');
    await page.getByRole('button', { name: 'From Title' }).click();
    await untilSlug(page, 'my-garden');
    await untilStored(page, 'my-garden');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    // A uid without such a field has no button.
    await expect(page.getByRole('button', { name: 'From Title' }).count()).resolves.toBe(1);
    await page.context().close();
  });

  test('it keeps what a person has typed', async () => {
    const page = await open();
    await page.getByLabel('Title').fill('First');
    await untilSlug(page, 'first');
    await slugOf(page).fill('own');
    // The form asks for the uids of both titles, and keeps its own.
    const asked = ['First%20and%20last', 'First'].map((text) =>
      page.waitForResponse((response) => response.url().includes(`/slug?text=${text}&`)),
    );
    await page.getByLabel('Title').fill('First and last');
    await Promise.all(asked);
    await page.locator('.save.saved').waitFor();
    await untilStored(page, 'own');
    await expect(slugOf(page).inputValue()).resolves.toBe('own');
    // An empty one follows again.
    await slugOf(page).fill('');
    await page.getByLabel('Title').fill('Last');
    await untilSlug(page, 'last');
    await untilStored(page, 'last');
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
