// The review of changes before a publication, in a real Chromium.
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';

describeInChromium('review of changes in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
  });
  afterAll(() => admin?.close());

  test('lists only attributes whose content differs: rows and entries of versions have ids of their own', async () => {
    const articles = admin.app.documents(ARTICLE);
    const tag = await admin.app.documents('api::tag.tag').create({ data: { name: 'Ponds' } });
    const sections = [{ __component: 'shared.quote', text: 'quoted' }];
    const data = { title: 'Live', tags: [tag.documentId], sections };
    const { documentId } = await articles.create({ data, status: 'draft' } as never);
    await articles.publish({ documentId });
    await articles.update({ documentId, status: 'draft', data: { title: 'Later', sections } } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await page.locator('#field-title').waitFor();
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Title' }).waitFor();
    await expect(dialog.locator('.clash h3').allTextContents()).resolves.toEqual(['Title']);
    await dialog.getByRole('button', { name: 'Restore Title' }).click();
    await dialog.getByText('The draft and the published version are equal.').waitFor();
    expect(admin.problems).toEqual([]);
  });
});
