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
      attributes: { title: { type: 'string', ...localized } },
    },
  ],
} as const;

describeInChromium('locales in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    const config = { locales: ['en', 'de'], defaultLocale: 'en' };
    admin = await openAdmin(launch, CONTENT, { i18n: { config } });
  });
  afterAll(() => admin?.close());

  test('a removed locale takes its texts along', async () => {
    const stories = admin.app.documents(STORY);
    const { documentId } = await stories.create({ data: { title: 'A pond' }, locale: 'en' } as never);
    await stories.update({ documentId, locale: 'de', data: { title: 'Ein Teich' } } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/locales`);
    await page.getByRole('button', { name: 'Remove German (de)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('cell', { name: 'de', exact: true }).waitFor({ state: 'detached' });
    await expect(stories.findMany({ locale: '*' } as never)).resolves.toMatchObject([{ title: 'A pond' }]);
    expect(admin.problems).toEqual([]);
  });
});
