// Links that name a row of a disabled axis: hidden in reads, filters, counts and writes, also inside components.
// They are visible again when the plugin is enabled.
import type { Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, openAgain, openApp, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const LINKS = {
  one: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
  many: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' },
};
const INSIDE = { ...LINKS, many: { ...LINKS.many, relation: 'oneToMany' } };
const TYPES = [
  type(
    'page',
    { title: { type: 'string', ...localized } },
    { ...localized, options: { draftAndPublish: true } },
  ),
  type('wall', {
    name: { type: 'string' },
    ...LINKS,
    box: { type: 'component', component: 'shared.box' },
    zone: { type: 'dynamiczone', components: ['shared.box'] },
  }),
];
const COMPONENTS = {
  'shared.box': {
    info: {},
    attributes: { ...INSIDE, inner: { type: 'component', component: 'shared.inner' } },
  },
  'shared.inner': { info: {}, attributes: INSIDE },
};
const OFF = { rest: true };
const ON = { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr', 'de'] } } };

describe.each(testDatabases())('links to hidden rows on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  /** One document is in English and French, the other only in French. */
  let both: string;
  let french: string;

  const call = callerOf(() => kernel);
  const done = doneBy(call);
  const reopen = async (plugins: object): Promise<void> => {
    await kernel.stop();
    kernel = await openAgain(app, plugins);
  };

  beforeEach(async () => {
    app = await openApp(undefined, {
      database,
      contentTypes: TYPES,
      components: COMPONENTS,
      config: { plugins: ON },
    });
    kernel = app.kernel;
    both = (await done('POST', 'pages', { title: 'One' })).documentId;
    await done('PUT', `pages/${both}?locale=fr`, { title: 'Un' });
    french = (await done('POST', 'pages?locale=fr', { title: 'Seul' })).documentId;
  });
  afterEach(async () => {
    const found = await examine(kernel);
    await kernel.stop();
    await app.close();
    expect(found).toEqual([]);
  });

  type Ids = {
    readonly box?: number;
    readonly inner?: number;
    readonly zone?: number;
    readonly deep?: number;
  };
  const idOf = (id: number | undefined) => (id === undefined ? {} : { id });
  /** The same links in the type, in a component, in a nested component, and in a zone. */
  const everywhere = (links: object, { box, inner, zone, deep }: Ids = {}) => ({
    ...links,
    box: { ...idOf(box), ...links, inner: { ...idOf(inner), ...links } },
    zone: [{ __component: 'shared.box', ...idOf(zone), ...links, inner: { ...idOf(deep), ...links } }],
  });
  const make = async (links: object): Promise<string> =>
    (await done('POST', 'walls', everywhere(links))).documentId;
  const BOX = '[populate][one]=true&B[populate][many]=true&B[populate][inner][populate]=*';
  const of = (at: string): string => `${at}${BOX.replaceAll('B', at)}`;
  const POPULATE = `populate[one]=true&populate[many]=true&${of('populate[box]')}&${of('populate[zone][on][shared.box]')}`;
  const read = (wall: string, query = '') => done('GET', `walls/${wall}?${POPULATE}&${query}`);
  type Links = { readonly one: { title: string } | null; readonly many: { title: string }[] };
  const titles = ({ one, many }: Links): unknown => [one?.title ?? null, many.map(({ title }) => title)];
  /** The result of one relation when all are equal; otherwise the results of all relations. */
  const seen = async (wall: string, query = ''): Promise<unknown> => {
    const { box, zone, ...top } = await read(wall, query);
    const all = [top, box, box.inner, zone[0], zone[0].inner].map(titles);
    return all.every((each) => JSON.stringify(each) === JSON.stringify(all[0])) ? all[0] : all;
  };
  const idsIn = async (wall: string): Promise<Ids> => {
    const { box, zone } = await read(wall);
    return { box: box.id, inner: box.inner.id, zone: zone[0].id, deep: zone[0].inner.id };
  };
  const put = async (wall: string, links: object): Promise<void> =>
    done('PUT', `walls/${wall}`, everywhere(links, await idsIn(wall)));
  const to = (documentId: string, more: object = {}) => ({ documentId, ...more });
  const FR = { locale: 'fr' };
  const EN = { locale: 'en' };
  const NOTHING = [null, []];

  it.each<[what: string, links: () => object, on: unknown, off: unknown]>([
    [
      'no locale',
      () => ({ one: to(both), many: [to(both), to(french)] }),
      ['One', ['One']],
      ['One', ['One']],
    ],
    ['a hidden locale', () => ({ one: to(both, FR), many: [to(both, FR)] }), ['Un', ['Un']], NOTHING],
    ['the only locale', () => ({ one: to(french, FR), many: [to(french, FR)] }), ['Seul', ['Seul']], NOTHING],
    [
      'the locale that is left',
      () => ({ one: to(both, EN), many: [to(both, EN)] }),
      ['One', ['One']],
      ['One', ['One']],
    ],
    [
      'several locales',
      () => ({ one: to(both, EN), many: [to(both, FR), to(both, EN), to(french, FR)] }),
      ['One', ['Un', 'One', 'Seul']],
      ['One', ['One']],
    ],
  ])('of links that name %s, shows the visible ones', async (_what, links, on, off) => {
    const wall = await make(links());
    expect(await seen(wall)).toEqual(on);
    await reopen(OFF);
    expect(await seen(wall)).toEqual(off);
    const [one, many] = off as [string | null, string[]];
    for (const at of ['', '[box]', '[box][inner]'])
      for (const [filter, isFound] of [
        [`${at}[one][title]=One`, one === 'One'],
        [`${at}[many][title]=One`, many.includes('One')],
        [`${at}[one][documentId][$notNull]=true`, one !== null],
        [`${at}[many][documentId][$notNull]=true`, many.length > 0],
      ] as const) {
        const found = await done('GET', `walls?filters${filter}`);
        expect([filter, found.length]).toEqual([filter, isFound ? 1 : 0]);
      }
    await done('PUT', `walls/${wall}`, { name: 'written' });
    await reopen(ON);
    expect(await seen(wall)).toEqual(on);
  });

  it('hides links that name a draft', async () => {
    const wall = await make({ one: to(both, { status: 'draft' }), many: [to(both, { status: 'draft' })] });
    await reopen(OFF);
    expect(await seen(wall)).toEqual(NOTHING);
    await reopen(ON);
    expect([await seen(wall), await seen(wall, 'status=draft')]).toEqual([NOTHING, ['One', ['One']]]);
  });

  it('keeps the positions of hidden links when the list is written', async () => {
    const wall = await make({ one: to(both, FR), many: [to(both, FR), to(both, EN), to(french, FR)] });
    const whenOn = async (): Promise<unknown> => {
      await reopen(ON);
      const shown = await seen(wall);
      await reopen(OFF);
      return shown;
    };
    await reopen(OFF);
    await put(wall, { one: null, many: { connect: [to(both)] } });
    expect(await seen(wall)).toEqual([null, ['One']]);
    expect(await whenOn()).toEqual(['Un', ['Un', 'One', 'Seul']]);
    await put(wall, { many: [] });
    expect(await seen(wall)).toEqual(NOTHING);
    expect(await whenOn()).toEqual(['Un', ['Un', 'Seul']]);
    await put(wall, { one: to(both), many: [to(both)] });
    expect(await seen(wall)).toEqual(['One', ['One']]);
    await put(wall, { many: { disconnect: [to(both)] } });
    expect(await seen(wall)).toEqual(['One', []]);
    expect(await whenOn()).toEqual(['One', ['Un', 'Seul']]);
  });
});
