// Links written while drafts or locales are disabled: hidden rows keep their links.
// A one-to-one target belongs to the last document that took it. Shared links are equal again, written from either side.
import type { Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, openAgain, openApp, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const shared = { pluginOptions: { i18n: { localized: false } } };
const DRAFTS = { options: { draftAndPublish: true } };
const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});
/** `home` has at most one owner, `clubs` has many. Types with locales also have a shared pair of relations. */
const owner = (name: string, options: object, more: object = {}) =>
  type(
    name,
    {
      title: { type: 'string', ...localized },
      code: { type: 'string' },
      parts: { type: 'component', component: 'shared.part', repeatable: true },
      home: relation('oneToOne', 'home', { inversedBy: name }),
      clubs: relation('manyToMany', 'home', { inversedBy: `${name}s` }),
      ...more,
    },
    options,
  );
const sharedPair = (name: string) => ({
  flat: relation('oneToOne', 'home', { inversedBy: `${name}Flat`, ...shared }),
  teams: relation('manyToMany', 'home', { inversedBy: `${name}Teams`, ...shared }),
});
const back = (name: string) => ({
  [name]: relation('oneToOne', name, { mappedBy: 'home' }),
  [`${name}s`]: relation('manyToMany', name, { mappedBy: 'clubs' }),
});
const backShared = (name: string) => ({
  [`${name}Flat`]: relation('oneToOne', name, { mappedBy: 'flat' }),
  [`${name}Teams`]: relation('manyToMany', name, { mappedBy: 'teams' }),
});
const TYPES = [
  owner('draft', DRAFTS),
  owner('local', localized, { ...sharedPair('local'), pick: relation('manyToOne', 'draft', shared) }),
  owner('both', { ...localized, ...DRAFTS }, sharedPair('both')),
  type('home', {
    name: { type: 'string' },
    pick: relation('manyToOne', 'draft'),
    ...back('draft'),
    ...back('local'),
    ...back('both'),
    ...backShared('local'),
    ...backShared('both'),
  }),
];
const COMPONENTS = { 'shared.part': { info: {}, attributes: { label: { type: 'string' } } } };
const I18N = { i18n: { config: { locales: ['en', 'fr'] } } };
const ON = { rest: true, 'draft-and-publish': true, ...I18N };
const OFF = {
  drafts: { rest: true, ...I18N },
  locales: { rest: true, 'draft-and-publish': true },
  both: { rest: true },
};

describe.each(testDatabases())('links and switches on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  /** documentIds of the homes, by name. */
  let homes: Record<string, string>;

  const call = callerOf(() => kernel);
  const done = doneBy(call);
  const open = async (plugins: object): Promise<void> => {
    await kernel.stop();
    kernel = await openAgain(app, plugins);
  };
  const make = async (name: string, data: object = {}, query = ''): Promise<string> =>
    (await done('POST', `${name}s${query}`, data)).documentId;
  const put = (name: string, id: string, query: string, data: object) =>
    done('PUT', `${name}s/${id}?${query}`, data);
  /** The links of a row, by name. */
  const row = async (name: string, id: string, query: string, attribute: string): Promise<unknown> => {
    const { body } = await call('GET', `${name}s/${id}?populate=*&${query}`);
    const value = body.data?.[attribute];
    if (Array.isArray(value)) return value.map((each) => each.name ?? each.label).join(' ');
    return value?.name ?? value ?? null;
  };

  beforeEach(async () => {
    app = await openApp(undefined, {
      database,
      contentTypes: TYPES,
      components: COMPONENTS,
      config: { plugins: ON },
    });
    kernel = app.kernel;
    homes = {};
    for (const name of ['p', 'q']) homes[name] = (await done('POST', 'homes', { name })).documentId;
  });
  afterEach(async () => {
    const found = await examine(kernel);
    await kernel.stop();
    await app.close();
    expect(found).toEqual([]);
  });

  describe.each([
    ['draft', 'drafts', 'status=draft'],
    ['local', 'locales', 'locale=fr'],
    ['both', 'drafts', 'status=draft'],
    ['both', 'both', 'locale=fr'],
  ] as const)('a %s with %s disabled', (name, off, hidden) => {
    it('a target taken by its own side stays linked to hidden rows', async () => {
      const a = await make(name, { title: 'a' });
      const b = await make(name, { title: 'b' });
      await put(name, a, hidden, { title: 'hidden', home: homes.p });
      await open(OFF[off]);
      await put(name, b, '', { home: homes.p });
      await open(ON);
      expect(await row(name, b, '', 'home')).toBe('p');
      const kept = await row(name, a, hidden, 'home');
      const followed = await row(name, b, hidden, 'home');
      // One of the hidden rows has the link: a row of the document that took it.
      expect([kept, followed].filter((home) => home === 'p')).toHaveLength(1);
    });

    it('a document created meanwhile has its links in all its rows', async () => {
      const a = await make(name, { title: 'a' });
      await put(name, a, hidden, { title: 'hidden', home: homes.p });
      await open(OFF[off]);
      const made = await make(name, { title: 'made' });
      await done('PUT', `homes/${homes.p}`, { [name]: made });
      await open(ON);
      expect(await row(name, made, '', 'home')).toBe('p');
      if (off !== 'locales') {
        expect(await row(name, made, 'status=draft', 'home')).toBe('p');
        await put(name, made, '', { title: 'again' });
        expect(await row(name, made, '', 'home')).toBe('p');
      }
    });
  });

  it.each([
    ['local', 'locales'],
    ['both', 'locales'],
    ['both', 'drafts'],
    ['both', 'both'],
  ] as const)(
    'shared links of a %s that were written from the other side with %s off are one again',
    async (name, off) => {
      const one = await make(name, { title: 'one', flat: homes.p, teams: [homes.p] });
      const two = await make(name, { title: 'two', flat: homes.q, teams: [homes.q] });
      for (const id of [one, two]) await put(name, id, 'locale=fr', { title: 'fr' });
      await open(OFF[off]);
      await done('PUT', `homes/${homes.p}`, { [`${name}Flat`]: two, [`${name}Teams`]: [two] });
      await put(name, two, '', { title: 'written' });
      await open(ON);
      const rows =
        name === 'both'
          ? ['locale=en', 'locale=fr', 'locale=en&status=draft', 'locale=fr&status=draft']
          : ['locale=en', 'locale=fr'];
      for (const query of rows) {
        const shown = async (id: string) => [
          await row(name, id, query, 'flat'),
          await row(name, id, query, 'teams'),
        ];
        expect([query, await shown(one), await shown(two)]).toEqual([query, [null, ''], ['p', 'q p']]);
      }
    },
  );

  it('shared values of a document with a pending draft are equal in all drafts, including a new locale', async () => {
    const id = await make('both', {
      title: 'en',
      code: 'A',
      parts: [{ label: 'A' }],
      teams: [homes.p],
      flat: homes.p,
    });
    await put('both', id, 'status=draft', { title: 'pending' });
    await open(OFF.drafts);
    await put('both', id, '', { code: 'B', parts: [{ label: 'B' }], teams: [homes.q], flat: homes.q });
    await put('both', id, 'locale=fr', { title: 'fr' });
    await open(ON);
    const shown = async (query: string) => {
      const values = [];
      for (const attribute of ['code', 'parts', 'teams', 'flat'])
        values.push(await row('both', id, query, attribute));
      return values.join();
    };
    expect(await shown('locale=en')).toBe('B,B,q,q');
    expect(await shown('locale=fr')).toBe('B,B,q,q');
    expect(await shown('locale=en&status=draft')).toBe('A,A,p,p');
    expect(await shown('locale=fr&status=draft')).toBe('A,A,p,p');
    const modified = await done('GET', 'boths?status=draft&publicationFilter=modified&locale=*&sort=locale');
    expect(modified.map(({ locale }: { locale: string }) => locale)).toEqual(['en', 'fr']);
  });

  it('a link added from the inverse side while drafts are disabled is in the draft, and stays when published', async () => {
    const id = await make('draft', { title: 'x' });
    await open(OFF.drafts);
    await done('PUT', `homes/${homes.p}`, { drafts: [id] });
    await open(ON);
    await put('draft', id, '', { title: 'y' });
    expect(await row('draft', id, '', 'clubs')).toBe('p');
  });

  it('a draft that receives shared changes when locales are enabled again is modified', async () => {
    const id = await make('both', { title: 'en', code: 'A' });
    await put('both', id, 'locale=fr', { title: 'fr' });
    await open(OFF.locales);
    await put('both', id, 'status=draft', { code: 'B' });
    await open(ON);
    expect(await row('both', id, 'locale=fr&status=draft', 'code')).toBe('B');
    const modified = await done('GET', 'boths?status=draft&publicationFilter=modified&locale=*&sort=locale');
    expect(modified.map(({ locale }: { locale: string }) => locale)).toEqual(['en', 'fr']);
  });

  it.each([
    ['in one locale', false],
    ['in two, beside a draft with changes of its own', true],
  ])(
    'a shared target that was taken with drafts off, %s, is taken from all locales or from none',
    async (_, isKept) => {
      const taker = await make('both', { title: 'taker' });
      const holder = await make('both', { title: 'holder' });
      await put('both', holder, 'locale=fr', { title: 'fr' });
      await put('both', holder, 'status=draft', { title: 'pending', flat: homes.p });
      if (isKept) await put('both', taker, 'status=draft', { title: 'pending' });
      await open(OFF.drafts);
      await put('both', taker, '', { flat: homes.p });
      if (isKept) await put('both', taker, 'locale=fr', { title: 'fr' });
      await open(ON);
      const drafts = async (id: string) => [
        await row('both', id, 'status=draft', 'flat'),
        await row('both', id, 'status=draft&locale=fr', 'flat'),
      ];
      expect(await row('both', taker, '', 'flat')).toBe('p');
      expect(await drafts(holder)).toEqual(isKept ? ['p', 'p'] : [null, null]);
      expect(await drafts(taker)).toEqual([isKept ? null : 'p', null]);
    },
  );

  it('a shared to-one link keeps the version that it names, in all locales and while drafts are disabled', async () => {
    const [one, two] = [await make('draft', { title: 'one' }), await make('draft', { title: 'two' })];
    const picked = async (id: string) => {
      const found = [];
      for (const query of ['', 'locale=fr', 'status=draft', 'locale=fr&status=draft'])
        found.push(((await row('local', id, query, 'pick')) as { title?: string } | null)?.title ?? null);
      return found;
    };
    const draftOnly = (documentId: string) => ({ documentId, status: 'draft' });
    const id = await make('local', { title: 'en', pick: draftOnly(one) });
    await open(OFF.drafts);
    await put('local', id, 'locale=fr', { title: 'fr' });
    await open(ON);
    expect(await picked(id)).toEqual([null, null, 'one', 'one']);
    await open(OFF.drafts);
    await put('local', id, '', { pick: two });
    expect((await picked(id)).slice(0, 2)).toEqual(['two', 'two']);
    await open(ON);
    expect(await picked(id)).toEqual(['two', 'two', 'two', 'two']);
    await put('local', id, 'locale=fr', { pick: { connect: [draftOnly(two)] } });
    expect(await picked(id)).toEqual([null, null, 'two', 'two']);
  });

  it('a to-one link that names a version is disconnected by that name, and kept while hidden', async () => {
    const one = await make('draft', { title: 'one' });
    const home = (await done('POST', 'homes', { name: 'h', pick: { documentId: one, status: 'draft' } }))
      .documentId;
    const shown = async () =>
      ((await row('home', home, 'status=draft', 'pick')) as { title: string } | null)?.title;
    await put('home', home, '', { pick: { disconnect: [{ documentId: one, status: 'published' }] } });
    expect(await shown()).toBe('one');
    await open(OFF.drafts);
    await put('home', home, '', { pick: { disconnect: [one] } });
    await open(ON);
    expect(await shown()).toBe('one');
    await put('home', home, '', { pick: { disconnect: [{ documentId: one, status: 'draft' }] } });
    expect(await shown()).toBeUndefined();
  });
});
