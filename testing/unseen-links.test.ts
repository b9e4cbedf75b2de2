// A caller who replaces links keeps those to documents that the caller cannot see, in each form and storage.
import { definePlugin, limitRows, OPEN_VISIBILITY } from '../core';
import { testDatabases } from '../core/testing/databases';
import { createTestApp, type TestApp } from './create-test-app';

const relation = (kind: string, target?: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  ...(target === undefined ? {} : { target: `api::${target}.${target}` }),
  ...more,
});
const inverse = (kind: string, by: string) => relation(kind, 'page', { mappedBy: by });
const TYPES = [
  {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: {
      name: { type: 'string' },
      hidden: { type: 'boolean' },
      pages: inverse('manyToMany', 'tags'),
      page: inverse('oneToOne', 'twin'),
      owned: relation('oneToMany', 'page', { mappedBy: 'one' }),
    },
  },
  {
    info: { singularName: 'page', pluralName: 'pages' },
    attributes: {
      name: { type: 'string' },
      hidden: { type: 'boolean' },
      tags: relation('manyToMany', 'tag', { inversedBy: 'pages' }),
      needed: relation('manyToMany', 'tag'),
      one: relation('manyToOne', 'tag', { inversedBy: 'owned' }),
      twin: relation('oneToOne', 'tag', { inversedBy: 'page' }),
      any: relation('morphToMany'),
      anyOne: relation('morphToOne'),
      cover: { type: 'media', multiple: false },
      gallery: { type: 'media', multiple: true },
      box: { type: 'component', component: 'shared.box' },
      boxes: { type: 'component', component: 'shared.box', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.box'] },
    },
  },
] as never;
const COMPONENTS = {
  'shared.box': {
    info: { displayName: 'Box' },
    attributes: {
      label: { type: 'string' },
      tags: relation('manyToMany', 'tag'),
      one: relation('manyToOne', 'tag'),
    },
  },
} as never;

/** Requests with `x-limited` see no document whose name begins with `hidden`. */
const hiding = definePlugin({
  name: 'hiding' as string,
  register(app) {
    app.hooks.request.visibility((visibility, request) =>
      request.header('x-limited')
        ? limitRows(visibility, 'hiding', (type) =>
            type.attributes.has('name') ? { name: { $not: { $startsWith: 'hidden' } } } : null,
          )
        : visibility,
    );
    app.hooks.request.authorize(() => ({ allowed: true, visibility: OPEN_VISIBILITY }));
  },
});

const [TAG, PAGE, FILE] = ['api::tag.tag', 'api::page.page', 'plugin::upload.file'] as const;

describe.each(testDatabases())('%s', (database) => {
  let app: TestApp;
  /** documentId by name. */
  const ids: Record<string, string> = {};
  const names: Record<string, string> = {};

  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: TYPES,
      components: COMPONENTS,
      plugins: [hiding],
      config: { plugins: { graphql: true, upload: true } },
    });
    for (const name of ['a', 'b', 'c', 'hidden1', 'hidden2']) {
      for (const [kind, uid] of [
        ['tag', TAG],
        ['page', PAGE],
        ['file', FILE],
      ] as const) {
        const own =
          kind === 'file'
            ? { hash: name, ext: '.png', mime: 'image/png', size: 1, url: `/${name}`, provider: 'local' }
            : {};
        const { documentId } = await app
          .documents(uid as typeof TAG)
          .create({ data: { name, ...own } as never });
        ids[`${kind} ${name}`] = documentId;
        names[documentId] = name;
      }
    }
  });
  afterAll(() => app.close());

  const of = (kind: string, list: readonly string[]) => list.map((name) => ids[`${kind} ${name}`]);
  const typed = (list: readonly string[]) =>
    of('tag', list).map((documentId) => ({ __type: TAG, documentId }));

  const send = async (path: string, data: object) => {
    const answer = await fetch(`${app.url}/api${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-limited': 'yes' },
      body: JSON.stringify({ data }),
    });
    return { status: answer.status, body: await answer.json() };
  };

  /** The names in a relation, of one or of many. */
  const namesIn = (value: unknown): string[] =>
    (Array.isArray(value) ? value : value ? [value] : []).map(
      ({ documentId }: { documentId: string }) => names[documentId] ?? documentId,
    );

  const shown = async (uid: string, documentId: string, populate: object): Promise<Record<string, unknown>> =>
    (await app.documents(uid as typeof PAGE).findOne({ documentId, populate } as never)) as never;

  const STORED = ['a', 'hidden1', 'b', 'hidden2', 'c'];
  const lists: [
    form: string,
    value: (list: (names: readonly string[]) => unknown) => unknown,
    left: string[],
  ][] = [
    ['set in another order', (list) => ({ set: list(['c', 'a']) }), ['c', 'a']],
    ['set from end to start', (list) => ({ set: list(['c', 'b', 'a']) }), ['c', 'b', 'a']],
    ['a list', (list) => list(['b']), ['b']],
    ['an empty set', () => ({ set: [] }), []],
    ['an empty list', () => [], []],
    ['null', () => null, []],
  ];
  const kept = (found: string[], left: readonly string[]): void => {
    const isHidden = (name: string): boolean => name.startsWith('hidden');
    expect(found.filter((name) => !isHidden(name))).toEqual(left);
    expect(found.filter(isHidden)).toEqual(['hidden1', 'hidden2']);
  };

  describe.each(lists)('%s', (_form, value, left) => {
    it.each([
      ['tags', 'tag'],
      ['gallery', 'file'],
    ])('%s of a row', async (name, kind) => {
      const { documentId } = await app
        .documents(PAGE)
        .create({ data: { name: 'p', [name]: of(kind, STORED) } as never });
      const { status } = await send(`/pages/${documentId}`, { [name]: value((list) => of(kind, list)) });
      expect(status).toBe(200);
      kept(namesIn((await shown(PAGE, documentId, { [name]: true }))[name]), left);
    });

    it('a polymorphic relation', async () => {
      const { documentId } = await app
        .documents(PAGE)
        .create({ data: { name: 'p', any: typed(STORED) } as never });
      expect((await send(`/pages/${documentId}`, { any: value(typed) })).status).toBe(200);
      kept(namesIn((await shown(PAGE, documentId, { any: true })).any), left);
    });

    it('an inverse side', async () => {
      const { documentId } = await app
        .documents(TAG)
        .create({ data: { name: 't', pages: of('page', STORED) } as never });
      expect((await send(`/tags/${documentId}`, { pages: value((list) => of('page', list)) })).status).toBe(
        200,
      );
      kept(namesIn((await shown(TAG, documentId, { pages: true })).pages), left);
    });

    it.each(['box', 'boxes', 'zone'])('an entry of %s', async (name) => {
      const entry = {
        label: 'x',
        tags: of('tag', STORED),
        ...(name === 'zone' ? { __component: 'shared.box' } : {}),
      };
      const { documentId } = await app.documents(PAGE).create({
        data: { name: 'p', [name]: name === 'box' ? entry : [entry] } as never,
      });
      const populate = {
        [name]: name === 'zone' ? { on: { 'shared.box': { populate: '*' } } } : { populate: '*' },
      };
      const read = async () =>
        [(await shown(PAGE, documentId, populate))[name]].flat()[0] as { id: number; tags: unknown };
      const changed = { ...entry, id: (await read()).id, tags: value((list) => of('tag', list)) };
      expect(
        (await send(`/pages/${documentId}`, { [name]: name === 'box' ? changed : [changed] })).status,
      ).toBe(200);
      kept(namesIn((await read()).tags), left);
    });

    it('an entry that replaces a single one', async () => {
      const { documentId } = await app.documents(PAGE).create({
        data: { name: 'p', box: { label: 'x', tags: of('tag', STORED) } } as never,
      });
      await send(`/pages/${documentId}`, { box: { label: 'y', tags: value((list) => of('tag', list)) } });
      const { box } = await shown(PAGE, documentId, { box: { populate: '*' } });
      kept(namesIn((box as { tags: unknown }).tags), left);
    });
  });

  it('keeps them in a replaced single entry whose body leaves the relation out', async () => {
    const { documentId } = await app.documents(PAGE).create({
      data: { name: 'p', box: { label: 'x', tags: of('tag', STORED) } } as never,
    });
    await send(`/pages/${documentId}`, { box: { label: 'y' } });
    const { box } = await shown(PAGE, documentId, { box: { populate: '*' } });
    kept(namesIn((box as { tags: unknown }).tags), []);
  });

  it('keeps them in GraphQL, in both inputs', async () => {
    for (const input of ['tags: $ids', 'tags_relation: { set: $ids }']) {
      const { documentId } = await app
        .documents(PAGE)
        .create({ data: { name: 'p', tags: of('tag', STORED) } as never });
      const type = input.startsWith('tags:') ? '[ID]' : '[RelationTargetInput!]';
      const value = input.startsWith('tags:')
        ? of('tag', ['b'])
        : of('tag', ['b']).map((id) => ({ documentId: id }));
      const answer = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-limited': 'yes' },
        body: JSON.stringify({
          query: `mutation($ids: ${type}) { updatePage(documentId: "${documentId}", data: { ${input} }) { documentId } }`,
          variables: { ids: value },
        }),
      });
      expect(((await answer.json()) as { errors?: unknown }).errors).toBeUndefined();
      kept(namesIn((await shown(PAGE, documentId, { tags: true })).tags), ['b']);
    }
  });

  describe('a place for one with a hidden document', () => {
    const places: [name: string, hidden: () => unknown, seen: () => unknown][] = [
      ['one', () => ids['tag hidden1'], () => ids['tag a']],
      ['twin', () => ids['tag hidden2'], () => ids['tag b']],
      ['anyOne', () => typed(['hidden1'])[0], () => typed(['a'])[0]],
      ['cover', () => ids['file hidden1'], () => ids['file a']],
    ];
    it.each(places)('%s stays with null, and refuses another document', async (name, hidden, seen) => {
      const { documentId } = await app
        .documents(PAGE)
        .create({ data: { name: 'p', [name]: hidden() } as never });
      const found = async () => namesIn((await shown(PAGE, documentId, { [name]: true }))[name]);
      const before = await found();
      for (const [value, status] of [
        [null, 200],
        [[], 200],
        [{ set: [] }, 200],
        [seen(), 403],
        [{ connect: [seen()] }, 403],
      ] as const) {
        expect((await send(`/pages/${documentId}`, { [name]: value })).status).toBe(status);
        expect(await found()).toEqual(before);
      }
    });

    it('the same on the inverse side', async () => {
      const { documentId } = await app
        .documents(TAG)
        .create({ data: { name: 't', page: ids['page hidden1'] } as never });
      for (const [value, status] of [
        [null, 200],
        [ids['page a'], 403],
      ] as const) {
        expect((await send(`/tags/${documentId}`, { page: value })).status).toBe(status);
        expect(namesIn((await shown(TAG, documentId, { page: true })).page)).toEqual(['hidden1']);
      }
    });

    it('a program replaces it', async () => {
      const { documentId } = await app
        .documents(PAGE)
        .create({ data: { name: 'p', one: ids['tag hidden1'] } as never });
      await app.documents(PAGE).update({ documentId, data: { one: ids['tag a'] } as never });
      expect(namesIn((await shown(PAGE, documentId, { one: true })).one)).toEqual(['a']);
    });
  });
});
