// A person in a real Chromium who finds the way: by keys, by the home screen and by the navigation.

import type { Page } from 'playwright-core';
import { until } from '../../core/testing/until';
import { userWith } from '../../plugins/admin/tests/admin-app';
import { STORED_FILES } from '../../plugins/upload';
import { type AdminInChromium, openAdmin, stateOf } from './open-admin';
import { describeInChromium } from './open-chromium';
import { faultsInLooks } from './page-faults';

const typeCalled = (name: string) => ({
  info: { singularName: name, pluralName: `${name}-rows`, displayName: name },
  attributes: { title: { type: 'string' } },
});
const NAMES = [
  'ash',
  'beech',
  'cedar',
  'elm',
  'fir',
  'hazel',
  'larch',
  'maple',
  'oak',
  'pine',
  'rowan',
  'yew',
];
const CONTENT = {
  contentTypes: [
    ...NAMES.map(typeCalled),
    { ...typeCalled('forest'), kind: 'singleType' },
    {
      ...typeCalled('garden'),
      kind: 'singleType',
      attributes: { title: { type: 'string' }, paper: { type: 'media', allowedTypes: ['files'] } },
    },
  ],
} as object;

describeInChromium('ways to content in the admin', (launch) => {
  let admin: AdminInChromium;
  let page: Page;
  beforeAll(async () => {
    admin = await openAdmin(launch, CONTENT, { upload: true, jobs: true, schedule: true });
    for (const [uid, title] of [
      ['api::ash.ash', 'Pond in spring'],
      ['api::oak.oak', 'A pond'],
      ['api::oak.oak', 'A lake'],
      ['api::elm.elm', 'Pond of others'],
    ])
      await admin.app.documents(uid as string).create({ data: { title } } as never);
    page = await admin.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(30_000);
  });
  afterAll(() => admin?.close());

  test('Ctrl K finds documents by their titles, of the types that the role may read', async () => {
    const allowed = ['ash', 'oak'].flatMap((name) =>
      ['find', 'findOne'].map((verb) => `api::${name}.${name}.${verb}`),
    );
    const cookie = await userWith(admin.app, 'erna', ['plugin::admin.app.open', ...allowed]);
    const own = await admin.newPage({ storageState: stateOf(cookie), viewport: { width: 320, height: 700 } });
    own.setDefaultTimeout(30_000);
    const asked: string[] = [];
    own.on('request', (request) => {
      if (request.url().includes('containsi')) asked.push(new URL(request.url()).pathname);
    });
    await own.goto(`${admin.base}/admin`);
    await own.getByRole('heading', { name: 'Recently edited' }).waitFor();
    await own.keyboard.press('Control+k');
    const field = own.getByRole('combobox', { name: 'Screen, content type or document' });
    await field.fill('pond');
    const options = own.getByRole('option');
    await options.nth(1).waitFor();
    expect(await options.allInnerTexts()).toEqual(['Pond in spring ash', 'A pond oak']);
    expect(asked.toSorted()).toEqual([
      '/admin/api/documents/api.ash.ash',
      '/admin/api/documents/api.oak.oak',
    ]);
    await expect(faultsInLooks(own)).resolves.toEqual([]);
    // Each word is somewhere in the title.
    await field.fill('spring pond');
    await until(async () => (await options.allInnerTexts()).join() === 'Pond in spring ash');
    await field.fill('pond');
    await options.nth(1).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await own.waitForURL(/types\/api::oak\.oak\/\w+$/);
    await own.context().close();
  });

  test('the home screen links to all content types, and folds long lists', async () => {
    await page.goto(`${admin.base}/admin`);
    const card = (name: string) =>
      page.locator('.card', { has: page.getByRole('heading', { name, exact: true }) });
    const collections = card('Collection types');
    await collections.getByRole('link', { name: 'maple', exact: true }).waitFor();
    expect(await collections.getByRole('link').allInnerTexts()).toEqual(NAMES.slice(0, 8));
    await collections.getByText('and 4 others', { exact: true }).click();
    await collections.getByRole('link', { name: 'yew', exact: true }).waitFor();
    expect(await card('Single types').getByRole('link').allInnerTexts()).toEqual(['forest', 'garden']);
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await card('Single types').getByRole('link', { name: 'garden', exact: true }).click();
    await page.getByRole('heading', { name: 'garden', level: 1 }).waitFor();
  });

  test('the search of files finds names, descriptions and captions, in the field of a form, too', async () => {
    const files = admin.app.kernel.container.resolve(STORED_FILES);
    for (const [name, info] of [
      ['heron.txt', {}],
      ['one.txt', { alternativeText: 'A grey Heron' }],
      ['two.txt', { caption: 'Where herons nest' }],
      ['three.txt', { alternativeText: 'A duck', caption: 'In spring' }],
    ] as const)
      await files.add(__filename, info, { name, type: 'text/plain' });
    const finds = async (): Promise<void> => {
      await page.getByRole('searchbox', { name: 'Search files' }).fill('heron');
      const tiles = page.getByRole('list', { name: 'Files', exact: true }).locator('button.tile');
      const names = tiles.locator('span:not(.file-kind)');
      await until(
        async () => (await names.allInnerTexts()).toSorted().join() === 'heron.txt,one.txt,two.txt',
      );
    };
    await page.goto(`${admin.base}/admin/media`);
    await finds();
    await page.goto(`${admin.base}/admin/types/api::garden.garden`);
    await page.getByRole('button', { name: 'Choose file' }).click();
    await finds();
  });

  test('media, releases and scheduled changes stand with the content', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${admin.base}/admin/media`);
    const rail = page.getByRole('navigation', { name: 'Screens' });
    await rail.getByRole('link', { name: 'Media', exact: true }).waitFor();
    const linksBelow = (title: string) => rail.locator(`h2:text-is("${title}") + ul a`).allInnerTexts();
    expect(await linksBelow('Content')).toEqual([
      ...[...NAMES, 'forest', 'garden'].toSorted(),
      'Media',
      'Releases',
      'Scheduled changes',
    ]);
    expect(await linksBelow('Settings')).not.toContain('Media');
    expect(await linksBelow('Settings')).toContain('Users');
    await expect(rail.locator('[aria-current=page]').innerText()).resolves.toBe('Media');
    await expect(faultsInLooks(page)).resolves.toEqual([]);
    await page.context().close();
    expect(admin.problems).toEqual([]);
  });
});
