// An editor in a real Chromium who begins with what is there: a document for another one, a locale for another one.
import type { Locator } from 'playwright-core';
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
        place: { type: 'string' },
        sections: { type: 'dynamiczone', components: ['shared.quote'], ...localized },
        tags: { type: 'relation', relation: 'manyToMany', target: TAG },
      },
    },
    { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    {
      info: { singularName: 'city', pluralName: 'cities' },
      attributes: { name: { type: 'string', unique: true, required: true, maxLength: 14 } },
    },
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
        place: 'Ulm',
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
    // Its title differs from that of the source.
    await page.getByRole('heading', { name: 'A lake (copy)', exact: true }).waitFor();
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

  test('entries and links that were moved or removed come back', async () => {
    const id = await story();
    const more = await admin.app.documents(TAG).create({ data: { name: 'Earth' } });
    const sections = ['One', 'Two', 'Three'].map((text) => ({ __component: 'shared.quote', text }));
    const tags = { connect: [more.documentId] };
    await stories().update({
      documentId: id,
      locale: 'en',
      status: 'draft',
      data: { sections, tags },
    } as never);
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}`);
    const field = (name: string) => page.locator(`.field[data-name=${name}]`);
    const entries = field('sections').locator('.summary');
    const focused = () => page.evaluate<string | null>("document.activeElement?.getAttribute('aria-label')");
    const shows = (list: Locator, texts: readonly string[]): Promise<void> =>
      until(async () => (await list.allTextContents()).join() === texts.join());
    const stored = async (texts: readonly string[]): Promise<void> =>
      until(async () => {
        const found = (await read(id))?.sections as readonly { readonly text: string }[];
        return found.map(({ text }) => text).join() === texts.join();
      });
    await field('sections').getByRole('button', { name: 'Move Quote up', exact: true }).nth(2).press('Enter');
    await field('sections').getByText('Moved to place 2 of 3', { exact: true }).waitFor();
    await shows(entries, ['One', 'Three', 'Two']);
    // The same key moves it once more.
    await until(async () => (await focused()) === 'Move Quote up');
    await page.keyboard.press('Enter');
    await field('sections').getByText('Moved to place 1 of 3', { exact: true }).waitFor();
    await shows(entries, ['Three', 'One', 'Two']);
    await field('sections').getByRole('button', { name: 'Undo', exact: true }).click();
    await shows(entries, ['One', 'Three', 'Two']);
    await field('sections').getByRole('button', { name: 'Remove Quote', exact: true }).nth(1).click();
    await stored(['One', 'Two']);
    // It is stored without the entry, which comes back as a new one.
    await page.locator('.save.saved').waitFor();
    await field('sections').getByText('Quote was removed', { exact: true }).waitFor();
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await field('sections').getByRole('button', { name: 'Undo', exact: true }).click();
    await stored(['One', 'Three', 'Two']);
    const links = field('tags').locator('.chip > a');
    await field('tags').getByRole('button', { name: 'Move Earth up', exact: true }).click();
    await field('tags').getByText('Earth: place 1 of 2', { exact: true }).waitFor();
    await until(async () => (await focused()) === 'Move Earth up');
    await field('tags').getByRole('button', { name: 'Remove Water', exact: true }).click();
    await shows(links, ['Earth']);
    await field('tags').getByRole('button', { name: 'Undo', exact: true }).click();
    await shows(links, ['Earth', 'Water']);
    await field('tags').getByRole('button', { name: 'Undo', exact: true }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a unique title of a copy is a free one, and is not too long', async () => {
    const cities = admin.app.documents('api::city.city');
    for (const name of ['Heidelberg', 'Heidelb (copy)']) await cities.create({ data: { name } });
    const first = await cities.findFirst({ filters: { name: 'Heidelberg' } });
    const page = await admin.newPage();
    await page.goto(`${admin.base}/admin/types/api::city.city/${String(first?.documentId)}`);
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Heide (copy 2)', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await cities.count({ filters: { name: 'Heide (copy 2)' } })) === 1);
    await page.context().close();
  });

  test('a new locale shows the shared values, and begins with the texts of another one', async () => {
    const id = await story();
    const page = await admin.newPage();
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('documents'))
        bodies.push(request.postDataJSON());
    });
    await page.goto(`${admin.base}/admin/types/${STORY}/${id}?locale=de`);
    const place = page.locator('#field-place');
    await place.waitFor();
    expect(await place.inputValue()).toBe('Ulm');
    const slug = String((await read(id))?.slug);
    expect(await page.locator('#field-slug').inputValue()).toBe(slug);
    // The server copies them with the first save, and refuses them in it.
    expect(await place.isDisabled()).toBe(true);
    expect(await page.locator('#field-title').inputValue()).toBe('');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.getByRole('button', { name: 'Fill from English (en)', exact: true }).click();
    await page.locator('.save.saved').waitFor();
    await page.locator('.state.draft').waitFor();
    expect(bodies).toHaveLength(1);
    expect(Object.keys((bodies[0] as { data: object }).data)).toEqual(['title', 'sections', 'tags']);
    expect(await read(id, 'de')).toMatchObject({
      title: 'A pond',
      place: 'Ulm',
      slug,
      sections: [{ text: 'Dig twice' }],
      tags: [{ name: 'Water' }],
    });
    // Now it can be changed, in all locales.
    expect(await page.getByRole('button', { name: /^Fill from/ }).count()).toBe(0);
    await place.fill('Bonn');
    await until(async () => (await read(id))?.place === 'Bonn');
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
      await page.locator('.state.draft').waitFor();
      // A menu without entries is not shown.
      const menu = page.locator('summary', { hasText: 'More' });
      if ((await menu.count()) > 0) await menu.click();
      const names = ['Duplicate', 'Take over Sections'];
      const buttons = names.map((name) => page.getByRole('button', { name }).count());
      return Promise.all([menu.count(), ...buttons]);
    };
    expect(await counts()).toEqual([0, 0, 0]);
    const grants = admin.app.kernel.container.resolve(GRANTS);
    await grants.grant((await grants.roleOfType('bob'))?.documentId ?? '', [
      { action: `${TAG}.find`, rule: null },
    ]);
    expect(await counts()).toEqual([1, 1, 1]);
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
