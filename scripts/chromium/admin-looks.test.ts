// Dialogs and menus of documents and lists: readable when narrow and dark, wide and light, and from right to left.
import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInDirection } from './page-faults';
import { createShop, FAR } from './shop-with-jobs';

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
        cover: { type: 'media' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      },
    },
    { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
  ],
} as object;
const PLUGINS = {
  i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } },
  history: true,
  upload: true,
  jobs: true,
  schedule: true,
  webhooks: { config: { allow: ['127.0.0.1'] } },
  audit: true,
};

const OWN = { 'quire-admin': '1', 'sec-fetch-site': 'same-origin' };

async function upload(at: string, cookie: string): Promise<void> {
  const form = new FormData();
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/></svg>';
  form.append('files', new Blob([picture], { type: 'image/svg+xml' }), 'a-pond-in-the-evening.svg');
  const { status } = await fetch(at, { method: 'POST', headers: { ...OWN, cookie }, body: form });
  expect(status).toBe(201);
}

/** A release with a document that cannot be published, and one with a time. Returns the former. */
async function failingRelease(documentId: string, at: string, cookie: string): Promise<number> {
  const post = async (path: string, body: object): Promise<number> => {
    const answer = await fetch(at + path, {
      method: 'POST',
      headers: { ...OWN, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { readonly data: { readonly id: number } }).data.id;
  };
  const time = { at: '2121-07-03T04:05', timeZone: 'America/Argentina/Buenos_Aires' };
  await post('/releases', { name: 'Everything about ponds and sheds in spring', ...time });
  const release = await post('/releases', { name: 'Autumn' });
  const change = { type: STORY, documentId, locale: 'en', action: 'publish' };
  await post('/changes', { ...change, release });
  await post('/changes', { ...change, locale: 'de', release });
  await post('/changes', { ...change, locale: '*', action: 'unpublish', ...time });
  return release;
}

/** The newest entry of the audit log about a document. */
async function entryAbout(documentId: string, base: string, cookie: string): Promise<number> {
  const answer = await fetch(`${base}/api/audit?documentId=${documentId}`, { headers: { ...OWN, cookie } });
  const { data } = (await answer.json()) as { readonly data: readonly { readonly id: number }[] };
  return data[0]?.id ?? 0;
}

/** A folder with a folder in it, and a file. */
async function folderWithFile({ app }: AdminInChromium): Promise<string> {
  const folders = app.documents('plugin::upload.folder');
  const { documentId: folder } = await folders.create({ data: { name: 'Pictures of the summer' } });
  await folders.create({
    data: { name: 'A folder with averylongnamewithoutaplacetobreakit', parent: folder },
  });
  await app.kernel.container
    .resolve(STORED_FILES)
    .add(__filename, { folder }, { name: 'notes-of-the-summer.txt', type: 'text/plain' });
  return folder;
}

/** A webhook whose receiver does not answer, with a failed test. */
async function failedWebhook(at: string, cookie: string): Promise<number> {
  const post = (path: string, body: object) =>
    fetch(`${at}${path}`, {
      method: 'POST',
      headers: { ...OWN, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = await post('', {
    ...{ name: 'Search of the site', url: 'http://127.0.0.1:9/a/long/address/of/a/receiver?of=events' },
    ...{ types: [STORY], events: ['publish', 'unpublish', 'delete'] },
    ...{ condition: { title: { $contains: 'pond' } }, headers: { 'X-Key': 'value' } },
  });
  const { data } = (await made.json()) as { readonly data: { readonly id: number } };
  expect((await post(`/${data.id}/actions/test`, {})).status).toBe(200);
  return data.id;
}

type Act = (page: Page) => Promise<unknown>;
interface Screen {
  readonly name: string;
  readonly address: () => string;
  readonly act?: Act;
}

describeInChromium('looks of the admin', (launch) => {
  let admin: AdminInChromium;
  let id: string;
  let webhook: number;
  let logged: number;
  let folder: string;
  let release: number;
  beforeAll(async () => {
    const shop = createShop();
    admin = await openAdmin(launch, { ...(CONTENT as object), plugins: [shop.plugin] }, PLUGINS);
    await shop.enqueue({ order: 7, lines: ['A pond', 'A spade'] }, { key: 'order 7' });
    await shop.enqueue({ order: 8 }, { at: FAR });
    await until(async () => (await shop.dead()) === 1);
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
    await upload(`${admin.base}/api/upload`, admin.cookie);
    folder = await folderWithFile(admin);
    webhook = await failedWebhook(`${admin.base}/api/webhooks`, admin.cookie);
    await stories.update({ ...change, locale: 'de', data: { title: 'Ein Teich' } } as never);
    const lines = { body: `Dig twice.\n${'A long line without an end. '.repeat(9)}`, tags: [] };
    await stories.update({ ...change, locale: 'en', data: lines } as never);
    release = await failingRelease(id, `${admin.base}/api/schedule`, admin.cookie);
    logged = await entryAbout(id, admin.base, admin.cookie);
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
  const opened: Act = (page) => page.locator('dialog[open] tbody').first().waitFor();
  const checked: Act = async (page) => {
    await page.locator('.head .main + .button').click();
    await page.locator('main .notice').waitFor();
  };
  const kept: Act = async (page) => {
    await page.context().setOffline(true);
    await page.locator('#field-title').fill('Typed without a connection');
    await page.locator('.save.offline').waitFor();
  };
  /** A dialog that a button opens. */
  const press =
    (place: string, before?: Act): Act =>
    async (page) => {
      await before?.(page);
      await page.locator(place).click();
      await page.locator('dialog[open] button').last().waitFor();
    };
  const editWebhook: Act = async (page) => {
    await press('.head .main')(page);
    for (const every of await page.locator('fieldset input[value="*"]').all()) await every.uncheck();
  };
  const compared: Act = async (page) => {
    await entry(2)(page);
    await page.locator('dialog[open] .clash .button').first().click();
    await page.locator('dialog[open] mark').first().waitFor();
  };
  const replaced: Act = async (page) => {
    await press('button.tile')(page);
    const file = {
      name: 'the-same-pond-at-noon.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    };
    await page.locator('dialog[open] input[type=file]').setInputFiles(file);
    await page.locator('dialog[open] dialog[open], dialog[open] + dialog[open]').waitFor();
  };
  const inFolder = (): string => `media?folder=${folder}`;
  const chooseFile: Act = (page) => page.locator('.chooser').first().check();
  const counted: Act = async (page) => {
    await press('.row .danger')(page);
    await page.locator('dialog[open] .danger').click();
    await page.locator('dialog[open] [role=alert] li').first().waitFor();
  };
  const inPicker: Act = async (page) => {
    await press('.media > button')(page);
    await page.locator('dialog[open] .folders .tile').click();
    await page.locator('dialog[open] .crumbs').waitFor();
  };
  const inList = (words: string): string => `types/${STORY}${words}`;
  const list = (): string => inList('');
  const story = (): string => inList(`/${id}`);
  const SCREENS: readonly Screen[] = [
    { name: 'a duplicate', address: () => inList(`/new?copy=${id}&locale=en`) },
    { name: 'another locale beside the form', address: () => inList(`/${id}?locale=de&beside=en`) },
    { name: 'the menu of a document', address: story, act: menu },
    { name: 'the review of changes', address: story, act: entry(1) },
    { name: 'the versions', address: story, act: entry(2) },
    { name: 'what a save has changed', address: story, act: compared },
    { name: 'the schedule', address: story, act: entry(3) },
    { name: 'the choice of a file', address: story, act: press('.media > button') },
    { name: 'chosen rows of a list', address: list, act: choose },
    { name: 'the deletion of chosen rows', address: list, act: press('.bulk .danger', choose) },
    { name: 'a field of chosen rows', address: list, act: press('.bulk .danger + button', choose) },
    { name: 'a time for chosen rows', address: list, act: press('.bulk .danger + * + *', choose) },
    { name: 'a release for chosen rows', address: list, act: press('.bulk .danger + * + * + *', choose) },
    { name: 'a file', address: () => 'media', act: press('button.tile') },
    { name: 'the replacement of a file', address: () => 'media', act: replaced },
    { name: 'folders of files', address: () => 'media' },
    { name: 'a folder of files', address: inFolder },
    { name: 'the move of a folder', address: inFolder, act: press('.row button:nth-of-type(3)') },
    { name: 'the move of files', address: inFolder, act: press('.row .main', chooseFile) },
    { name: 'the deletion of a folder', address: inFolder, act: counted },
    { name: 'a folder in the choice of a file', address: story, act: inPicker },
    { name: 'descriptions of images', address: () => 'media', act: press('.head > button') },
    {
      name: 'a content type',
      address: () => 'model',
      act: (page) => page.locator('summary strong').last().click(),
    },
    { name: 'settings of plugins', address: () => 'settings?plugin=users-permissions' },
    { name: 'jobs', address: () => 'jobs' },
    { name: 'a job', address: () => 'jobs?state=dead', act: press('tbody .quiet') },
    { name: 'webhooks', address: () => 'webhooks' },
    { name: 'a webhook', address: () => `webhooks/${webhook}` },
    { name: 'the form of a webhook', address: () => `webhooks/${webhook}`, act: press('.head .main') },
    { name: 'the form of a new webhook', address: () => 'webhooks', act: editWebhook },
    { name: 'a delivery', address: () => `webhooks/${webhook}`, act: press('tbody button:first-child') },
    { name: 'releases', address: () => 'releases' },
    { name: 'a new release', address: () => 'releases', act: press('.head .main') },
    { name: 'a release', address: () => `releases/${release}`, act: checked },
    { name: 'documents for a release', address: () => `releases/${release}`, act: press('.head .main') },
    {
      name: 'the time of a release',
      address: () => `releases/${release}`,
      act: press('.head .main + .button + .button'),
    },
    { name: 'the releases of a document', address: story, act: entry(4) },
    { name: 'scheduled changes', address: () => 'scheduled' },
    { name: 'a month of scheduled changes', address: () => 'scheduled?month=2121-07' },
    { name: 'the audit log', address: () => 'audit' },
    { name: 'an entry of the audit log', address: () => `audit?entry=${logged}`, act: opened },
    { name: 'a form without a connection', address: story, act: kept },
  ];

  describe.each([
    ['en-GB', 'ltr'],
    ['ar-EG', 'rtl'],
  ] as const)('%s', (locale, dir) => {
    test.each(SCREENS)('$name is readable', async ({ address, act }) => {
      const page = await admin.newPage({ locale });
      await page.goto(`${admin.base}/admin/${address()}`);
      await page.locator('#field-title, tbody, .tile, .card').first().waitFor();
      await act?.(page);
      expect(await faultsInDirection(page, dir)).toEqual([]);
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
