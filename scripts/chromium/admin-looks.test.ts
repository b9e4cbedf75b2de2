// Dialogs and menus of documents and lists: readable when narrow and dark, wide and light, and from right to left.
import type { Page } from 'playwright-core';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      ...localized,
      attributes: {
        title: { type: 'string', required: true, ...localized },
        body: { type: 'text', ...localized },
        rating: { type: 'integer' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      },
    },
    { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
  ],
} as never;
const PLUGINS = {
  i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } },
  history: true,
  jobs: true,
  schedule: true,
};

type Act = (page: Page) => Promise<unknown>;
interface Screen {
  readonly name: string;
  readonly address: () => string;
  readonly act?: Act;
}

describeInChromium('looks of the admin', (launch) => {
  let admin: AdminInChromium;
  let id: string;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, PLUGINS);
    const stories = admin.app.documents(STORY);
    const tag = await admin.app
      .documents('api::tag.tag')
      .create({ data: { name: 'A tag with a long name' } });
    const data = { title: 'A pond in a weekend', body: 'Dig twice.', rating: 7, tags: [tag.documentId] };
    const en = { locale: 'en', data };
    ({ documentId: id } = await stories.create({ ...en, status: 'published' } as never));
    await stories.create({ ...en, data: { title: 'Sheds' }, status: 'draft' } as never);
    const change = { documentId: id, status: 'draft' };
    await stories.update({ ...change, locale: 'en', data: { title: 'A pond in a month' } } as never);
    await stories.update({ ...change, locale: 'de', data: { title: 'Ein Teich' } } as never);
  });
  afterAll(() => admin?.close());

  /** Words differ by language, so elements are found by their place. */
  const menu: Act = (page) => page.locator('.head .menu > summary').click();
  const entry =
    (index: number): Act =>
    async (page) => {
      await menu(page);
      await page.locator('.head .menu > div > button').nth(index).click();
      await page.locator('dialog[open] button').last().waitFor();
    };
  const choose: Act = (page) => page.locator('tbody input[type=checkbox]').first().check();
  const kept: Act = async (page) => {
    await page.context().setOffline(true);
    await page.locator('#field-title').fill('Typed without a connection');
    await page.locator('.save.offline').waitFor();
  };
  const SCREENS: readonly Screen[] = [
    { name: 'a duplicate', address: () => `new?copy=${id}&locale=en` },
    { name: 'another locale beside the form', address: () => `${id}?locale=de&beside=en` },
    { name: 'the menu of a document', address: () => id, act: menu },
    { name: 'the review of changes', address: () => id, act: entry(1) },
    { name: 'the versions', address: () => id, act: entry(2) },
    { name: 'the schedule', address: () => id, act: entry(3) },
    { name: 'chosen rows of a list', address: () => '', act: choose },
    { name: 'a form without a connection', address: () => id, act: kept },
  ];

  describe.each(['en-GB', 'ar-EG'])('%s', (locale) => {
    test.each(SCREENS)('$name is readable', async ({ address, act }) => {
      const page = await admin.newPage({ locale });
      await page.goto(`${admin.base}/admin/types/${STORY}/${address()}`.replace(/\/$/, ''));
      await page.locator('#field-title, tbody').first().waitFor();
      await act?.(page);
      expect(await faultsInLooks(page)).toEqual([]);
      await page.context().close();
    });

    test('the menu of a document stays in a narrow window', async () => {
      const page = await admin.newPage({ locale, viewport: { width: 320, height: 720 } });
      await page.goto(`${admin.base}/admin/types/${STORY}/${id}`);
      await menu(page);
      const box = await page.locator('.head .menu > div').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
      await page.context().close();
    });
  });

  test('writes no error to the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
