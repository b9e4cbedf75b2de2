// An editor in a real Chromium who looks for a former version, and one who changes many documents.
import { CONTENT, userWith } from '../../plugins/admin/tests/admin-app';
import { GRANTS } from '../../plugins/users-permissions';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const ARTICLE = 'api::article.article';

describeInChromium('versions and many documents in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { jobs: true, history: true, schedule: true });
  });
  afterAll(() => admin?.close());
  const draftOf = (documentId: string) =>
    admin.app.documents(ARTICLE).findOne({ documentId, status: 'draft' });

  test('a former version is compared and restored', async () => {
    const articles = admin.app.documents(ARTICLE);
    const { documentId } = await articles.create({
      data: { title: 'First', body: 'old words' },
      status: 'draft',
    } as never);
    await articles.update({
      documentId,
      data: { title: 'Second', body: 'new words' },
      status: 'draft',
    } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await page.locator('#field-title').fill('Third, by hand');
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Compare with now' }).last().click();
    await dialog.getByText('old words').waitFor();
    await dialog.getByText('new words').waitFor();
    // Only the words that differ are marked.
    const marked = () => dialog.locator('mark').allTextContents();
    await expect(marked()).resolves.toEqual(['First', 'Third, by hand', 'old', 'new']);
    await dialog.getByRole('button', { name: 'Restore' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await expect(page.locator('#field-title').inputValue()).resolves.toBe('First');
    const restored = page.getByRole('note').filter({ hasText: /^The version of .+ is restored\.$/ });
    await restored.waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await expect(draftOf(documentId)).resolves.toMatchObject({ title: 'First', body: 'old words' });
    // What the form had is a version.
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Versions' }).click();
    // Saves of one person that follow each other closely are one entry, with all that they changed.
    const newest = dialog.locator('.clash').first();
    await newest.getByText('Changed: Title, Body').waitFor();
    await newest.getByText('1 earlier save').click();
    await newest.locator('details').getByRole('button', { name: 'Compare with now' }).click();
    await dialog.getByText('Third, by hand').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.locator('#field-title').fill('Fourth');
    await restored.waitFor({ state: 'detached' });
    await page.context().close();
  });

  // The permission ends while the document is open.
  test.each([
    ['versions', 'Versions', `${ARTICLE}.history`, null],
    ['restore', 'Versions', `${ARTICLE}.restore`, 'Restore'],
    ['plans', 'Schedule …', 'plugin::schedule.change.read', null],
  ])('a refused panel is explained: %s', async (name, panel, action, button) => {
    const created = { data: { title: 'First' }, status: 'draft' } as never;
    const { documentId } = await admin.app.documents(ARTICLE).create(created);
    const verbs = ['find', 'findOne', 'readDraft', 'update', 'publish', 'schedule', 'history', 'restore'];
    const cookie = await userWith(admin.app, name, [
      'plugin::admin.app.open',
      'plugin::schedule.change.read',
      ...verbs.map((verb) => `${ARTICLE}.${verb}`),
    ]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    await page.goto(`${admin.base}/admin/types/${ARTICLE}/${documentId}`);
    await page.locator('summary', { hasText: 'More' }).click();
    const open = page.getByRole('button', { name: panel });
    const dialog = page.getByRole('dialog');
    if (button !== null) {
      await open.click();
      await dialog.getByRole('button', { name: button }).waitFor();
    }
    const grants = admin.app.kernel.container.resolve(GRANTS);
    await grants.revoke((await grants.roleOfType(name))?.documentId ?? '', [action]);
    await (button === null ? open : dialog.getByRole('button', { name: button })).click();
    const link = dialog.getByRole('alert').getByRole('link', { name: 'Why not?' });
    const address = new URL((await link.getAttribute('href')) ?? '', admin.base);
    expect(address.searchParams.get('action')).toBe(action);
    await page.context().close();
  });

  test('all documents of a page are chosen at once', async () => {
    for (let part = 0; part < 20; part += 1)
      await admin.app
        .documents(ARTICLE)
        .create({ data: { title: `Many ${part}` }, status: 'draft' } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${ARTICLE}?q=Many`);
    const all = page.getByRole('checkbox', { name: 'Choose all on this page' });
    await all.check();
    await page.getByText('20 documents chosen').waitFor();
    await all.uncheck();
    await page.getByText('documents chosen').waitFor({ state: 'detached' });
    await all.check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('documents chosen').waitFor({ state: 'detached' });
    await expect(admin.app.documents(ARTICLE).count({ status: 'published' } as never)).resolves.toBe(20);
    await page.context().close();
  });

  test('one field is changed in chosen documents, and refused ones are named', async () => {
    const articles = admin.app.documents(ARTICLE);
    const ids: string[] = [];
    for (const title of ['Bulk one', 'Bulk two', 'Bulk three'])
      ids.push((await articles.create({ data: { title }, status: 'draft' } as never)).documentId);
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/types/${ARTICLE}?q=Bulk`);
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    await page.getByRole('button', { name: 'Change a field …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field', { exact: true }).selectOption('Body');
    await dialog.locator('#field-body').fill('The same for all');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    // Another person is faster.
    await articles.delete({ documentId: ids[1] ?? '' });
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('alert').getByRole('listitem').filter({ hasText: 'Bulk two' }).waitFor();
    await page.getByText('1 document chosen').waitFor();
    for (const id of [ids[0], ids[2]])
      await expect(draftOf(id ?? '')).resolves.toMatchObject({ body: 'The same for all' });
    await expect(
      articles.count({ status: 'published', filters: { title: { $contains: 'Bulk' } } } as never),
    ).resolves.toBe(0);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
