// Polymorphic links that name a locale or a status, with the plugins enabled, disabled, and enabled again.
import type { Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, openAgain, openApp, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const NOTE = 'api::note.note';
const PLAIN = 'api::plain.plain';

const TYPES = [
  type(
    'note',
    {
      title: { type: 'string', ...localized },
      walls: { type: 'relation', relation: 'morphMany', target: 'api::wall.wall', morphBy: 'all' },
    },
    { ...localized, options: { draftAndPublish: true } },
  ),
  type('plain', { title: { type: 'string' } }),
  type('wall', {
    name: { type: 'string' },
    all: { type: 'relation', relation: 'morphToMany' },
    one: { type: 'relation', relation: 'morphToOne' },
    part: { type: 'component', component: 'shared.pins' },
  }),
  type('board', { all: { type: 'relation', relation: 'morphToMany' } }, localized),
];
const COMPONENTS = {
  'shared.pins': {
    info: {},
    attributes: {
      all: { type: 'relation', relation: 'morphToMany' },
      one: { type: 'relation', relation: 'morphToOne' },
    },
  },
};
const ON = { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr', 'de'] } } };

describe.each(testDatabases())('polymorphic links that name a row on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  let note: string;

  const call = callerOf(() => kernel);
  const done = doneBy(call);
  const reopen = async (plugins: object): Promise<void> => {
    await kernel.stop();
    kernel = await openAgain(app, plugins);
  };
  const to = (more: object = {}) => ({ __type: NOTE, documentId: note, ...more });
  const titles = (list: { title: string }[]): string[] => list.map(({ title }) => title);
  const POPULATE = 'populate[all]=true&populate[one]=true&populate[part][populate]=*';
  /** The links of the four relations of the wall. */
  const seen = async (wall: string, query = '') => {
    const { data } = (await call('GET', `walls/${wall}?${POPULATE}&${query}`)).body;
    return [titles(data.all), data.one?.title, titles(data.part?.all ?? []), data.part?.one?.title];
  };
  const everywhere = (title: string) => [[title], title, [title], title];
  const NOWHERE = [[], undefined, [], undefined];
  const pinned = (more: object) => {
    const all = { connect: [to(more)] };
    return { name: 'w', all, one: to(more), part: { all, one: to(more) } };
  };

  beforeEach(async () => {
    app = await openApp(undefined, {
      database,
      contentTypes: TYPES,
      components: COMPONENTS,
      config: { plugins: ON },
    });
    kernel = app.kernel;
    note = (await done('POST', 'notes', { title: 'One' })).documentId;
    await done('PUT', `notes/${note}?locale=fr`, { title: 'Un' });
    await done('PUT', `notes/${note}?status=draft`, { title: 'One, pending' });
  });
  afterEach(async () => {
    expect(await examine(kernel)).toEqual([]);
    await kernel.stop();
    await app.close();
  });

  it('shows the locale that the link names, or else the locale of the request', async () => {
    const free = (await done('POST', 'walls', pinned({}))).documentId;
    const fr = (await done('POST', 'walls', pinned({ locale: 'fr' }))).documentId;
    for (const [query, title] of [
      ['', 'One'],
      ['locale=fr', 'Un'],
    ] as const)
      expect([await seen(free, query), await seen(fr, query)]).toEqual([everywhere(title), everywhere('Un')]);
    expect(await seen(free, 'locale=de')).toEqual(NOWHERE);
    expect(await seen(fr, 'locale=de')).toEqual(everywhere('Un'));
    const names = async (locale: string) =>
      (await call('GET', `notes/${note}?populate=walls&locale=${locale}`)).body.data.walls.length;
    expect([await names('en'), await names('fr')]).toEqual([1, 2]);
  });

  it('shows only the status that the link names', async () => {
    const draft = (await done('POST', 'walls', pinned({ status: 'draft' }))).documentId;
    expect(await seen(draft)).toEqual(NOWHERE);
    expect(await seen(draft, 'status=draft')).toEqual(everywhere('One, pending'));
  });

  it('accepts locale and status in any order, and stays one link when connected again', async () => {
    const names = [
      { locale: 'fr', status: 'draft' },
      { status: 'draft', locale: 'fr' },
    ];
    for (const first of names) {
      const { documentId } = await done('POST', 'walls', pinned(first));
      for (const again of names) await done('PUT', `walls/${documentId}`, pinned(again));
      expect(await seen(documentId, 'status=draft')).toEqual(everywhere('Un'));
      const { all, part } = pinned(first);
      const none = { disconnect: all.connect };
      await done('PUT', `walls/${documentId}`, {
        all: none,
        one: null,
        part: { ...part, all: none, one: null },
      });
      expect(await seen(documentId, 'status=draft')).toEqual(NOWHERE);
    }
  });

  it('connects and disconnects one of several links to a document', async () => {
    const plain = (await done('POST', 'plains', { title: 'Plain' })).documentId;
    const of = { __type: PLAIN, documentId: plain };
    const { documentId } = await done('POST', 'walls', {
      all: { set: [to({ locale: 'fr' }), of, to({ locale: 'en' })] },
    });
    const shown = async () => (await seen(documentId))[0];
    expect(await shown()).toEqual(['Un', 'Plain', 'One']);
    await done('PUT', `walls/${documentId}`, {
      all: { connect: [{ ...of, position: { before: to({ locale: 'fr' }) } }] },
    });
    expect(await shown()).toEqual(['Plain', 'Un', 'One']);
    await done('PUT', `walls/${documentId}`, { all: { disconnect: [to({ locale: 'en' })] } });
    expect(await shown()).toEqual(['Plain', 'Un']);
    await done('PUT', `walls/${documentId}`, { all: { connect: [to()] } });
    expect(await shown()).toEqual(['Plain', 'Un', 'One']);
    await done('PUT', `walls/${documentId}`, { all: { disconnect: [to({ locale: 'en' })] } });
    expect(await shown()).toEqual(['Plain', 'Un']);
    await done('PUT', `walls/${documentId}`, { all: { disconnect: [to()] } });
    expect(await shown()).toEqual(['Plain']);
  });

  it('ignores an unknown status', async () => {
    const { status } = await call('POST', 'walls', { all: [to({ status: 'old' })] });
    expect(status).toBe(201);
  });

  const refused: readonly [string, string, object, RegExp][] = [
    ['a locale that the target has not', 'walls', { locale: 'de' }, /locale "de" not found/],
    ['a locale that is no text', 'walls', { locale: 5 }, /^all: there is no locale 5/],
    [
      'another locale than that of the source',
      'boards?locale=fr',
      { locale: 'en' },
      /^all: .*follows the locale.*Leave it out/,
    ],
  ];
  it.each(refused)('refuses %s', async (_what, path, pin, message) => {
    const { status, body } = await call('POST', path, { all: [to(pin)] });
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
    expect(body.error.message).toMatch(message);
  });

  it('keeps pins while the plugins are disabled, and shows them again', async () => {
    const fr = (await done('POST', 'walls', pinned({ locale: 'fr' }))).documentId;
    const en = (await done('POST', 'walls', pinned({ locale: 'en' }))).documentId;
    const draft = (await done('POST', 'walls', pinned({ status: 'draft' }))).documentId;
    await reopen({ rest: true });
    expect([await seen(fr), await seen(en), await seen(draft)]).toEqual([
      NOWHERE,
      everywhere('One'),
      NOWHERE,
    ]);
    for (const wall of [fr, en, draft]) await done('PUT', `walls/${wall}`, { name: 'written' });
    await reopen(ON);
    expect([await seen(fr), await seen(en, 'locale=fr')]).toEqual([everywhere('Un'), everywhere('One')]);
    expect(await seen(draft, 'status=draft')).toEqual(everywhere('One, pending'));
  });

  it('keeps pins when a list is written while the plugins are disabled', async () => {
    const plain = (await done('POST', 'plains', { title: 'Plain' })).documentId;
    const of = { __type: PLAIN, documentId: plain };
    const all = { set: [to({ locale: 'fr' }), of, to({ locale: 'en' })] };
    const { documentId } = await done('POST', 'walls', { all, one: to({ locale: 'fr' }) });
    const shown = async (query = '') => (await seen(documentId, query)).slice(0, 2);
    const put = (data: object) => done('PUT', `walls/${documentId}`, data);
    const whenOn = async (locale: string): Promise<unknown> => {
      await reopen(ON);
      const all = await shown(`locale=${locale}`);
      await reopen({ rest: true });
      return all;
    };

    await reopen({ rest: true });
    expect(await shown()).toEqual([['Plain', 'One'], undefined]);
    await put({ all: { connect: [of] } });
    expect(await shown()).toEqual([['One', 'Plain'], undefined]);
    expect(await whenOn('fr')).toEqual([['Un', 'One', 'Plain'], 'Un']);
    await put({ all: [of] });
    expect(await shown()).toEqual([['Plain'], undefined]);
    await put({ all: [to(), of], one: { disconnect: [of] } });
    expect(await shown()).toEqual([['One', 'Plain'], undefined]);
    // The new link has no pin, so it shows the locale of the request. A row that two links show appears once.
    expect(await whenOn('en')).toEqual([['Un', 'One', 'Plain'], 'Un']);
    expect(await whenOn('fr')).toEqual([['Un', 'Plain'], 'Un']);
    await put({ all: { disconnect: [to()] }, one: to() });
    expect(await shown()).toEqual([['Plain'], 'One']);
    await reopen(ON);
    expect(await shown('locale=fr')).toEqual([['Un', 'Plain'], 'Un']);
    expect(await shown()).toEqual([['Un', 'Plain'], 'One']);
  });
});
