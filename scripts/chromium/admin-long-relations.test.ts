// An editor in a real Chromium who changes a relation with more links than the form shows.
import type { Page } from 'playwright-core';
import { CONTENT } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';

interface Linked {
  readonly documentId: string;
}

describeInChromium('long relations in the admin', (launch) => {
  let admin: AdminInChromium;
  let app: AdminInChromium['app'];
  let newPage: AdminInChromium['newPage'];
  let watch: AdminInChromium['watch'];
  let base: string;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT);
    ({ app, newPage, watch, base } = admin);
  });
  afterAll(() => admin?.close());

  const saved = (page: Page) => page.locator('.save.saved').waitFor();
  const draftOf = (documentId: string) =>
    app.documents(ARTICLE).findOne({ documentId, status: 'draft', populate: ['tags'] } as never);
  const tagsOf = (document: unknown) => (document as { readonly tags: readonly Linked[] }).tags;
  const newArticle = async (data: object): Promise<string> =>
    (await app.documents(ARTICLE).create({ data, status: 'draft' } as never)).documentId;

  test('shows the first links of a long relation, and keeps those that it does not show', async () => {
    const tags: string[] = [];
    for (let n = 0; n < 120; n += 1)
      tags.push((await app.documents(TAG).create({ data: { name: `tag ${n}` } })).documentId);
    const added = await app.documents(TAG).create({ data: { name: 'a late one' } });
    const documentId = await newArticle({ title: 'Many tags', tags });
    const page = await newPage();
    await page.goto(`${base}/admin/types/${ARTICLE}/${documentId}`);
    const field = page.locator('.field[data-name=tags]');
    const names = () => field.locator('.chip > a').allTextContents();
    await field.getByText('50 are shown.').waitFor();
    expect(await names()).toHaveLength(50);
    await field.getByRole('button', { name: 'Show more' }).click();
    await field.getByText('100 are shown.').waitFor();
    await field.getByRole('button', { name: 'Remove tag 60', exact: true }).click();
    await field.getByRole('combobox').pressSequentially('a late');
    await page.getByRole('option', { name: 'a late one' }).click();
    await saved(page);
    const ids = tagsOf(await draftOf(documentId)).map((tag) => tag.documentId);
    expect(ids.filter((id) => id !== added.documentId)).toEqual(tags.filter((_, n) => n !== 60));
    // It stands behind the links that were shown, not behind all.
    expect([99, 100]).toContain(ids.indexOf(added.documentId));
    expect(await names()).toContain('a late one');
    await field.getByRole('button', { name: 'Show more' }).click();
    await field.getByText('tag 119').waitFor();
    expect(await names()).toHaveLength(120);
    expect(await field.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.context().close();
  });

  test('a change of a long relation removes no link that the form did not show', async () => {
    const tags: string[] = [];
    for (let n = 0; n < 120; n += 1)
      tags.push((await app.documents(TAG).create({ data: { name: `link ${n}` } })).documentId);
    const extra = await app.documents(TAG).create({ data: { name: 'one more' } });
    const documentId = await newArticle({ title: 'Long', tags });
    const idsNow = async () => tagsOf(await draftOf(documentId)).map((tag) => tag.documentId);
    const removeElsewhere = (id = '') =>
      app
        .documents(ARTICLE)
        .update({ documentId, status: 'draft', data: { tags: { disconnect: [id] } } } as never);
    const address = `${base}/admin/types/${ARTICLE}/${documentId}`;
    const page = await newPage();
    await page.goto(address);
    const field = page.locator('.field[data-name=tags]');
    // Now the form has 51 links.
    await field.getByRole('combobox').pressSequentially('one more');
    await page.getByRole('option', { name: 'one more' }).click();
    await field.getByText('51 are shown.').waitFor();
    await saved(page);
    // Kept text: while the page is closed, another person removes a link of the first page.
    await page.context().setOffline(true);
    await field.getByRole('button', { name: 'Remove link 3', exact: true }).click();
    await page.locator('.save.offline').waitFor();
    await page.close({ runBeforeUnload: false });
    await removeElsewhere(tags[1]);
    const again = await page.context().newPage();
    watch(again);
    await again.context().setOffline(false);
    await again.goto(address);
    await again.getByRole('button', { name: 'Use it' }).click();
    await saved(again);
    const left = tags.filter((_, n) => n !== 1 && n !== 3);
    expect((await idsNow()).filter((id) => id !== extra.documentId)).toEqual(left);
    // A clash: both remove another link, and the own list is kept.
    await again.getByRole('button', { name: 'Remove link 5', exact: true }).waitFor();
    await removeElsewhere(tags[7]);
    await again
      .locator('.field[data-name=tags]')
      .getByRole('button', { name: 'Remove link 5', exact: true })
      .click();
    await again.getByRole('button', { name: 'Keep yours' }).click();
    await saved(again);
    const kept = (await idsNow()).filter((id) => id !== extra.documentId && id !== tags[7]);
    expect(kept).toEqual(left.filter((id) => id !== tags[5] && id !== tags[7]));
    await again.context().close();
    expect(admin.problems).toEqual([]);
  });
});
