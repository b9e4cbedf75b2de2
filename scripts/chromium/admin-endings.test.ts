// What takes a text away: a deletion in one locale or in all, the end of a publication, the choice of another person's text.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { administrator } from '../../plugins/admin/tests/admin-app';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';

const STORY = 'api::story.story';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      ...localized,
      attributes: {
        title: { type: 'string', ...localized },
        note: { type: 'text', ...localized },
        body: { type: 'blocks', ...localized },
      },
    },
  ],
} as never;
const LOCALES = { config: { defaultLocale: 'en', locales: ['en', 'de'] } };

/** The address after a deletion. */
const LIST = new RegExp(`/types/${STORY}$`);
const GERMAN_LIST = new RegExp(`/types/${STORY}\\?locale=de$`);

const paragraphs = (...texts: readonly string[]) =>
  texts.map((text) => ({ type: 'paragraph', children: [{ type: 'text', text }] }));

describeInChromium('endings', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { i18n: LOCALES });
  });
  afterAll(() => admin?.close());

  const stories = () => admin.app.documents(STORY);
  const newStory = async (data: object, words: object = { status: 'draft' }): Promise<string> =>
    (await stories().create({ data, ...words } as never)).documentId;
  const storedIn = (documentId: string, words: object) =>
    stories().findOne({ documentId, ...words } as never);
  const saved = (page: Page) => page.locator('.save.saved').waitFor();
  const more = async (page: Page, name: string): Promise<void> => {
    await page.getByText('More', { exact: true }).click();
    await page.locator('.head .menu').getByRole('button', { name, exact: true }).click();
  };
  async function openStory(page: Page, id: string, query = ''): Promise<void> {
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}${query}`);
    await page.getByLabel('Title').waitFor();
  }

  test('a published document is deleted from its form', async () => {
    const id = await newStory({ title: 'Published' }, { status: 'published' });
    const page = await admin.newPage();
    await openStory(page, id);
    await page.getByLabel('Note').fill('newer than the published version');
    await saved(page);
    await more(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(LIST);
    await expect(storedIn(id, { status: 'draft' })).resolves.toBeNull();
    await expect(storedIn(id, { status: 'published' })).resolves.toBeNull();
    await page.context().close();
  });

  test('the question before a deletion names other locales, and deletes one or all', async () => {
    const id = await newStory({ title: 'Two tongues' });
    await stories().update({
      documentId: id,
      locale: 'de',
      data: { title: 'Zwei Sprachen' },
      status: 'draft',
    } as never);
    const third = await newStory({ title: 'Third' });
    await stories().update({
      documentId: third,
      locale: 'de',
      data: { title: 'Drittes' },
      status: 'draft',
    } as never);
    const page = await admin.newPage();
    const dialog = page.getByRole('dialog');
    await openStory(page, id, '?locale=de');
    await more(page, 'Delete');
    await dialog.getByText('It has text in other locales: English (en)').waitFor();
    await expect(dialog.getByLabel('Delete German (de) only').isChecked()).resolves.toBe(true);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(GERMAN_LIST);
    await expect(storedIn(id, { status: 'draft', locale: 'de' })).resolves.toBeNull();
    await expect(storedIn(id, { status: 'draft', locale: 'en' })).resolves.toMatchObject({
      title: 'Two tongues',
    });

    await openStory(page, third, '?locale=de');
    await more(page, 'Delete');
    await dialog.getByLabel('Delete all locales').check();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL(GERMAN_LIST);
    await expect(storedIn(third, { status: 'draft', locale: 'de' })).resolves.toBeNull();
    await expect(storedIn(third, { status: 'draft', locale: 'en' })).resolves.toBeNull();
    await page.context().close();
  });

  test('the end of a publication is asked about', async () => {
    const id = await newStory({ title: 'Live' }, { status: 'published' });
    const page = await admin.newPage();
    await openStory(page, id);
    await more(page, 'Unpublish');
    await page
      .getByRole('dialog', { name: 'Unpublish “Live”?' })
      .getByRole('button', { name: 'Back' })
      .click();
    await expect(storedIn(id, { status: 'published' })).resolves.toMatchObject({ title: 'Live' });
    await more(page, 'Unpublish');
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.locator('header .state').getByText('Draft').waitFor();
    await expect(storedIn(id, { status: 'published' })).resolves.toBeNull();
    await page.context().close();
  });

  test('two editors change different paragraphs of one text, and both changes stay', async () => {
    const id = await newStory({ title: 'Paragraphs', body: paragraphs('one', 'two', 'three') });
    const [ann, ben] = await twoEditors(id);
    const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
    await body(ann).getByText('one').click();
    await ann.keyboard.press('End');
    await ann.keyboard.type(' by Ann');
    await ann.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(ann);
    await body(ben).getByText('three').click();
    await ben.keyboard.press('End');
    await ben.keyboard.type(' by Ben');
    await ben.getByRole('button', { name: 'Save', exact: true }).click();
    await ben.getByText('Both changes are kept').waitFor();
    await saved(ben);
    await expect(storedIn(id, { status: 'draft' })).resolves.toMatchObject({
      body: paragraphs('one by Ann', 'two', 'three by Ben'),
    });
    await body(ben).getByText('one by Ann').waitFor();
    for (const page of [ann, ben]) await page.context().close();
  });

  test('after the choice of their text, the own text can be taken back', async () => {
    const id = await newStory({ title: 'Taken', note: 'old' });
    const [ann, ben] = await twoEditors(id);
    await ann.getByLabel('Note').fill('by Ann');
    await ann.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(ann);
    await ben.getByLabel('Note').fill('by Ben');
    await ben.getByRole('button', { name: 'Save', exact: true }).click();
    await ben
      .getByRole('dialog', { name: /same fields/ })
      .getByRole('button', { name: 'Take theirs' })
      .click();
    await saved(ben);
    await expect(ben.getByLabel('Note').inputValue()).resolves.toBe('by Ann');
    await ben.getByRole('button', { name: 'Take yours back' }).click();
    // The form saves by itself.
    await until(async () => (await storedIn(id, { status: 'draft' }))?.note === 'by Ben');
    expect(await ben.getByRole('button', { name: 'Take yours back' }).count()).toBe(0);
    for (const page of [ann, ben]) await page.context().close();
  });

  async function twoEditors(id: string): Promise<readonly [Page, Page]> {
    const other = { storageState: stateOf(await administrator(admin.app, `ben${id.slice(0, 6)}`)) };
    const pages = [await admin.newPage(), await admin.newPage(other)] as const;
    for (const page of pages) await openStory(page, id);
    return pages;
  }
});
