// An editor in a real Chromium who begins with what is there: a document for another one, a locale for another one.
import type { TestAppOptions } from '../../core/testing';
import { until } from '../../core/testing/until';
import { userWith } from '../../plugins/admin/tests/admin-app';
import { GRANTS } from '../../plugins/users-permissions';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const STORY = 'api::story.story';
const TAG = 'api::tag.tag';
const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT: TestAppOptions = {
  contentTypes: [
    {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      ...localized,
      attributes: {
        title: { type: 'string', ...localized },
        slug: { type: 'uid', targetField: 'title' },
        code: { type: 'string', unique: true },
        sections: { type: 'dynamiczone', components: ['shared.quote'], ...localized },
        tags: { type: 'relation', relation: 'manyToMany', target: TAG },
      },
    },
    { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
  ],
  components: {
    'shared.quote': {
      info: { displayName: 'Quote' },
      attributes: {
        text: { type: 'text' },
        tag: { type: 'relation', relation: 'manyToOne', target: TAG },
      },
    },
  },
};

describeInChromium('copies in the admin', (launch) => {
  let admin: AdminInChromium;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, {
      i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } },
    });
  });
  afterAll(() => admin?.close());
  const stories = () => admin.app.documents(STORY);
  const story = async (): Promise<string> => {
    const tag = await admin.app.documents(TAG).create({ data: { name: 'Water' } });
    const { documentId } = await stories().create({
      data: {
        title: 'A pond',
        code: `C${tag.documentId}`,
        sections: [{ __component: 'shared.quote', text: 'Dig twice' }],
        tags: [tag.documentId],
      },
      locale: 'en',
      status: 'draft',
    } as never);
    return documentId;
  };
  const read = (documentId: string, locale = 'en') =>
    stories().findOne({ documentId, locale, status: 'draft', populate: ['sections', 'tags'] } as never);

  test('a document is duplicated, but not what must differ', async () => {
    const first = await story();
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}/${first}`);
    await page.locator('#field-title').fill('A lake');
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.waitForURL(/new\?copy=/);
    await page.locator('#field-title').fill('A second lake');
    await page.waitForURL((url) => !url.pathname.endsWith('/new') && !url.search.includes('copy'));
    const second = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await until(async () => (await read(second))?.title === 'A second lake');
    const [one, two] = [await read(first), await read(second)];
    expect(one).toMatchObject({ title: 'A lake', slug: 'a-pond' });
    expect(two).toMatchObject({
      title: 'A second lake',
      code: null,
      sections: [{ text: 'Dig twice' }],
      tags: [{ name: 'Water' }],
    });
    expect(two?.slug).not.toBe(one?.slug);
    expect(one?.sections).toHaveLength(1);
    await page.context().close();
  });

  test('another locale stands beside the form, and its fields are taken over', async () => {
    const id = await story();
    const page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}?locale=de`);
    // The document has no content in German, so its first change makes it.
    await page.locator('#field-title').fill('Ein Teich');
    await until(async () => (await read(id, 'de'))?.title === 'Ein Teich');
    await page.getByLabel('Show another locale beside the form').selectOption('en');
    const other = page.getByRole('group', { name: 'English (en): Title', exact: true }).getByRole('textbox');
    await expect(other.inputValue()).resolves.toBe('A pond');
    await expect(other.isDisabled()).resolves.toBe(true);
    await page.getByText('Same in all locales').first().waitFor();
    await page.getByRole('button', { name: 'Take over Sections' }).click();
    const entries = async (): Promise<unknown> => (await read(id, 'de'))?.sections;
    await until(async () => JSON.stringify(await entries()).includes('Dig twice'));
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    const [english, german] = [await read(id), await read(id, 'de')];
    expect(german).toMatchObject({ title: 'Ein Teich', sections: [{ text: 'Dig twice' }] });
    expect(english).toMatchObject({ title: 'A pond', sections: [{ text: 'Dig twice' }] });
    await page.context().close();
  });

  test('entries with links that the role does not see are not copied', async () => {
    const verbs = ['find', 'findOne', 'readDraft', 'create', 'update', 'createLocalization'];
    const cookie = await userWith(admin.app, 'bob', [
      'plugin::admin.app.open',
      'plugin::i18n.locales.listLocales',
      ...verbs.map((verb) => `${STORY}.${verb}`),
    ]);
    const id = await story();
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    const counts = async (): Promise<readonly number[]> => {
      await page.goto(`${admin.base}/admin/types/${STORY}/${id}?locale=de&beside=en`);
      await page.locator('#field-title').fill('Ein Teich');
      await page.getByRole('button', { name: 'Take over Title' }).waitFor();
      await page.locator('.save.saved').waitFor();
      await page.locator('summary', { hasText: 'More' }).click();
      await page.getByRole('button', { name: 'Review changes' }).waitFor();
      const names = ['Duplicate', 'Take over Sections'];
      return Promise.all(names.map((name) => page.getByRole('button', { name }).count()));
    };
    expect(await counts()).toEqual([0, 0]);
    const grants = admin.app.kernel.container.resolve(GRANTS);
    await grants.grant((await grants.roleOfType('bob'))?.documentId ?? '', [
      { action: `${TAG}.find`, rule: null },
    ]);
    expect(await counts()).toEqual([1, 1]);
    await page.context().close();
  });

  test('a caller who may not create has no entry', async () => {
    const cookie = await userWith(admin.app, 'ann', [
      'plugin::admin.app.open',
      ...['find', 'findOne', 'readDraft', 'delete'].map((verb) => `${STORY}.${verb}`),
    ]);
    const page = await admin.newPage({ storageState: stateOf(cookie) });
    await page.goto(`${admin.base}/admin/types/${STORY}/${await story()}`);
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    await expect(page.getByRole('button', { name: 'Duplicate' }).count()).resolves.toBe(0);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
