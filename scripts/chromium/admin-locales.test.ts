// Locales in the admin in a real Chromium.
import { until } from '../../core/testing/until';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const PIECE = 'api::piece.piece';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      ...localized,
      attributes: {
        title: { type: 'string', ...localized },
        text: { type: 'blocks', ...localized },
        desk: { type: 'string' },
      },
    },
    {
      info: { singularName: 'piece', pluralName: 'pieces' },
      options: { draftAndPublish: true },
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
    await page.getByRole('button', { name: 'Take over Title' }).click();
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

  test('a value that is taken over comes back', async () => {
    const stories = admin.app.documents(STORY);
    const blocks = (...lines: readonly string[]) =>
      lines.map((line) => ({ type: 'paragraph', children: [{ type: 'text', text: line }] }));
    const first = { title: 'A mill', text: blocks('One', 'Two', 'Three') };
    const second = { title: 'Eine Mühle', text: blocks('Eins', 'Two', 'Drei', 'Vier') };
    const { documentId } = await stories.create({ data: first, locale: 'en' } as never);
    await stories.update({ documentId, locale: 'de', data: second } as never);
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/types/${STORY}/${documentId}?locale=de&beside=en`);
    const take = (field: string) => page.getByRole('button', { name: `Take over ${field}` }).click();
    const other = (field: string) => page.getByRole('group', { name: `English (en): ${field}` });
    const undo = (field: string) => other(field).getByRole('button', { name: 'Undo', exact: true });
    await take('Title');
    await other('Title').getByText('Taken over', { exact: true }).waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    const title = page.locator('#field-title');
    await undo('Title').click();
    await undo('Title').waitFor({ state: 'detached' });
    await expect(title.inputValue()).resolves.toBe('Eine Mühle');
    await expect(page.evaluate('document.activeElement.ariaLabel')).resolves.toBe('Take over Title');
    // What was typed since comes back, too.
    await take('Title');
    await title.fill('A mill today');
    await undo('Title').click();
    await other('Title').getByText('Undone', { exact: true }).waitFor();
    await expect(title.inputValue()).resolves.toBe('Eine Mühle');
    await undo('Title').click();
    await undo('Title').waitFor({ state: 'detached' });
    await expect(title.inputValue()).resolves.toBe('A mill today');
    await title.fill('Eine Mühle');
    const editor = page.locator('#field-text');
    const shows = (...lines: readonly string[]) =>
      until(async () => (await editor.locator('p').allInnerTexts()).join('|') === lines.join('|'));
    await take('Text');
    await shows('One', 'Two', 'Three');
    await undo('Text').click();
    await shows('Eins', 'Two', 'Drei', 'Vier');
    // The keys take back what was typed and what was taken over, in this order.
    await editor.getByText('Eins', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' davor');
    await take('Text');
    await shows('One', 'Two', 'Three');
    await editor.getByText('Three', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' after');
    await shows('One', 'Two', 'Three after');
    await page.keyboard.press('Control+z');
    await shows('One', 'Two', 'Three');
    await page.keyboard.press('Control+z');
    await shows('Eins davor', 'Two', 'Drei', 'Vier');
    await page.keyboard.press('Control+z');
    await shows('Eins', 'Two', 'Drei', 'Vier');
    await page.keyboard.press('Control+y');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved \d/).waitFor();
    await expect(stories.findOne({ documentId, locale: 'de' } as never)).resolves.toMatchObject({
      title: 'Eine Mühle',
      text: blocks('Eins davor', 'Two', 'Drei', 'Vier'),
    });
    await stories.delete({ documentId, locale: '*' } as never);
    await page.context().close();
  });

  test('a publication asks before it changes other published locales', async () => {
    const pieces = admin.app.documents(PIECE);
    const data = { title: 'A pier', desk: 'Local' };
    const { documentId } = await pieces.create({ data, locale: 'en', status: 'published' } as never);
    const german = { documentId, data: { title: 'Ein Steg' }, locale: 'de', status: 'published' };
    await pieces.update(german as never);
    const liveDesk = async () =>
      (await pieces.findOne({ documentId, locale: 'en', status: 'published' } as never))?.desk;
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${PIECE}/${documentId}?locale=de`);
    const publish = page.locator('.edit > .head').getByRole('button', { name: 'Publish', exact: true });
    const published = page.getByText('Published', { exact: true });
    await page.getByLabel('Title').fill('Ein langer Steg');
    await publish.click();
    await published.first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    // Without an answer to the question, the form asks, too.
    await page.route('**/admin/api/states/**', (route) => route.abort(), { times: 1 });
    await publish.click();
    const unknown = page.getByRole('dialog').getByText('The other locales could not be compared.');
    await unknown.waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await unknown.waitFor({ state: 'detached' });
    await page.getByLabel('Desk').fill('Internal: not checked');
    await publish.click();
    const dialog = page.getByRole('dialog', { name: 'Publish in other locales, too?' });
    await dialog.getByText('share these fields: Desk. They also change in: English (en).').waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await page.locator('.save.saved').waitFor();
    expect(await liveDesk()).toBe('Local');
    await publish.click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await until(async () => (await liveDesk()) === 'Internal: not checked');
    await pieces.delete({ documentId, locale: '*' } as never);
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
