// Locales in the admin in a real Chromium.
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      ...localized,
      attributes: { title: { type: 'string', ...localized }, desk: { type: 'string' } },
    },
  ],
} as const;

describeInChromium('locales in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    const config = { locales: ['en', 'de', 'fr'], defaultLocale: 'en' };
    admin = await openAdmin(launch, CONTENT, { i18n: { config } });
  });
  afterAll(() => admin?.close());

  test('a locale that no document uses is removed after one question', async () => {
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/locales`);
    await page.getByRole('button', { name: 'Remove French (fr)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('cell', { name: 'fr', exact: true }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a locale without content shows another one beside the form', async () => {
    const stories = admin.app.documents(STORY);
    const { documentId } = await stories.create({ data: { title: 'A shed' }, locale: 'en' } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}/${documentId}?locale=de`);
    const beside = page.getByLabel('Show another locale beside the form');
    await beside.selectOption('With en');
    await page.getByRole('button', { name: /Take over/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved \d/).waitFor();
    await expect(stories.findOne({ documentId, locale: 'de' } as never)).resolves.toMatchObject({
      title: 'A shed',
    });
    await page.goto(`${admin.base}/admin/types/${STORY}/new`);
    await page.getByLabel('Title').waitFor();
    await expect(beside.count()).resolves.toBe(0);
    await page.getByLabel('Desk in all locales', { exact: true }).waitFor();
    await page.getByLabel('Title', { exact: true }).waitFor();
    await stories.delete({ documentId, locale: '*' } as never);
    await page.context().close();
  });

  test('chosen rows do not outlive their locale, and a deletion names it', async () => {
    const stories = admin.app.documents(STORY);
    const { documentId } = await stories.create({ data: { title: 'A hill' }, locale: 'en' } as never);
    await stories.update({ documentId, locale: 'de', data: { title: 'Ein Berg' } } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}`);
    await page
      .getByRole('row', { name: /A hill/ })
      .getByRole('checkbox')
      .check();
    await page.getByText('1 document chosen', { exact: true }).waitFor();
    await page.getByLabel('Locale', { exact: true }).selectOption('de');
    const german = page.getByRole('row', { name: /Ein Berg/ });
    await german.waitFor();
    await page.getByText('1 document chosen', { exact: true }).waitFor({ state: 'detached' });
    await german.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Only the texts in German (de) are deleted. Other locales stay.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No documents here.').waitFor();
    const left = await stories.findMany({ locale: '*', filters: { documentId } } as never);
    expect(left.map(({ title }) => title)).toEqual(['A hill']);
    await stories.delete({ documentId, locale: '*' } as never);
    await page.context().close();
  });

  test('a locale with texts is removed after its code is typed', async () => {
    const stories = admin.app.documents(STORY);
    const all = () => stories.findMany({ locale: '*', sort: 'title' } as never);
    const { documentId } = await stories.create({ data: { title: 'A pond' }, locale: 'en' } as never);
    await stories.update({ documentId, locale: 'de', data: { title: 'Ein Teich' } } as never);
    await stories.create({ data: { title: 'Nur deutsch' }, locale: 'de' } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/locales`);
    await page.getByRole('button', { name: 'Remove German (de)' }).click();
    const dialog = page.getByRole('dialog');
    const remove = () => dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await remove();
    await dialog.getByText('2 documents have a text in this locale.').waitFor();
    await dialog.getByText('This cannot be undone.').waitFor();
    await dialog.getByLabel('Type de to remove the locale').fill('en');
    await remove();
    await dialog.getByText('This is not the code of the locale.').waitFor();
    await expect(all()).resolves.toHaveLength(3);
    await dialog.getByLabel('Type de to remove the locale').fill('de');
    await remove();
    await page.getByRole('cell', { name: 'de', exact: true }).waitFor({ state: 'detached' });
    await expect(all()).resolves.toMatchObject([{ title: 'A pond' }]);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
