// Attributes named like inherited properties of objects (`constructor`, `toString`, `valueOf`), in types and components.
// Query strings refuse such keys, so these tests read through the document service.
import type { DocumentObject, Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, openApp, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const BOX = 'shared.box';
const PAGE = 'api::page.page';
const COMPONENTS = {
  [BOX]: {
    info: {},
    attributes: {
      constructor: { type: 'string', unique: true },
      toString: { type: 'string' },
      valueOf: { type: 'component', component: 'shared.part' },
      hasOwnProperty: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' },
    },
  },
  'shared.part': { info: {}, attributes: { constructor: { type: 'integer' }, label: { type: 'string' } } },
};
const TYPES = [
  type('tag', { name: { type: 'string' } }),
  type(
    'page',
    {
      title: { type: 'string', ...localized },
      price: { type: 'integer' },
      constructor: { type: 'string', unique: true, ...localized },
      toString: { type: 'uid', targetField: 'title', ...localized },
      slug: { type: 'uid', targetField: 'constructor', ...localized },
      valueOf: { type: 'component', component: BOX, repeatable: true, ...localized },
      isPrototypeOf: { type: 'dynamiczone', components: [BOX], ...localized },
      hasOwnProperty: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', ...localized },
      toLocaleString: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag', ...localized },
    },
    { ...localized, options: { draftAndPublish: true } },
  ),
  // Each of these is also the name of a column.
  type(
    'note',
    { constructor: { type: 'component', component: BOX, ...localized }, mark: { type: 'integer' } },
    localized,
  ),
  type(
    'link',
    {
      constructor: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag', ...localized },
      mark: { type: 'integer' },
    },
    localized,
  ),
];
const PLUGINS = { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } };
const ENTRY = { populate: '*' };
const POPULATE = {
  valueOf: ENTRY,
  isPrototypeOf: { on: { [BOX]: ENTRY } },
  hasOwnProperty: true,
  toLocaleString: true,
};

describe.each(testDatabases())('attributes named like inherited properties on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  let tag: string;

  const call = callerOf(() => kernel);
  const done = doneBy(call);
  const one = (documentId: string, words: object = {}) =>
    kernel.documents(PAGE).findOne({ documentId, populate: POPULATE, ...words });

  beforeEach(async () => {
    app = await openApp(undefined, {
      database,
      contentTypes: TYPES,
      components: COMPONENTS,
      config: { plugins: PLUGINS },
    });
    kernel = app.kernel;
    tag = (await done('POST', 'tags', { name: 't' })).documentId;
  });
  afterEach(async () => {
    const found = await examine(kernel);
    await app.close();
    expect(found).toEqual([]);
  });

  const NOTHING = {
    constructor: null,
    slug: null,
    valueOf: [],
    isPrototypeOf: [],
    hasOwnProperty: [],
    toLocaleString: null,
  };
  const EMPTY_ENTRY = { constructor: null, toString: null, valueOf: null, hasOwnProperty: null };
  const entry = (name: string) => ({
    constructor: name,
    toString: `of ${name}`,
    valueOf: { constructor: 5, label: 'l' },
    hasOwnProperty: tag,
  });
  const shown = (name: string) => ({ ...entry(name), hasOwnProperty: { name: 't' } });

  it('stores nothing in them when the body omits them', async () => {
    const { documentId } = await done('POST', 'pages', { price: 1 });
    expect(await one(documentId)).toMatchObject(NOTHING);
    await done('PUT', `pages/${documentId}`, { valueOf: [{}], isPrototypeOf: [{ __component: BOX }] });
    const some = { ...NOTHING, valueOf: [EMPTY_ENTRY], isPrototypeOf: [EMPTY_ENTRY] };
    expect(await one(documentId)).toMatchObject(some);
  });

  it.each(['page', 'note', 'link'])(
    'starts a new locale of a %s with the shared values only',
    async (name) => {
      const number = name === 'page' ? 'price' : 'mark';
      const { documentId } = await done('POST', `${name}s`, { [number]: 1 });
      await done('PUT', `${name}s/${documentId}?locale=fr`, {});
      const french = await kernel
        .documents(`api::${name}.${name}`)
        .findOne({ documentId, locale: 'fr', populate: ['constructor'].slice(name === 'page' ? 1 : 0) });
      expect(french).toMatchObject({
        [number]: 1,
        constructor: null,
        ...(name === 'page' ? { slug: null } : {}),
      });
    },
  );

  it('keeps them in the draft, the published row and the clone', async () => {
    const { documentId } = await done('POST', 'pages?status=draft', {
      title: 'One',
      constructor: 'c',
      valueOf: [entry('a')],
      isPrototypeOf: [{ __component: BOX, ...entry('z') }],
      hasOwnProperty: [tag],
      toLocaleString: tag,
    });
    const whole = {
      constructor: 'c',
      toString: 'one',
      valueOf: [shown('a')],
      isPrototypeOf: [{ __component: BOX, ...shown('z') }],
      hasOwnProperty: [{ name: 't' }],
      toLocaleString: { name: 't' },
    };
    expect(await one(documentId, { status: 'draft' })).toMatchObject(whole);
    await done('POST', `pages/${documentId}/actions/publish`);
    const published = await one(documentId);
    expect(published).toMatchObject(whole);

    const [first] = (published?.valueOf ?? []) as unknown as readonly { id: number }[];
    await done('PUT', `pages/${documentId}`, { valueOf: [{ id: first?.id, toString: 'other' }, {}] });
    const partly = { ...whole, valueOf: [{ ...shown('a'), id: first?.id, toString: 'other' }, EMPTY_ENTRY] };
    expect(await one(documentId)).toMatchObject(partly);
    await done('PUT', `pages/${documentId}`, { price: 2 });
    expect(await one(documentId)).toMatchObject(partly);

    const mine: readonly object[] = [
      { filters: { constructor: 'c' } },
      { filters: { valueOf: { constructor: 'a' } } },
      { filters: { valueOf: { valueOf: { constructor: 5 } } } },
      { filters: { hasOwnProperty: { name: 't' } }, sort: 'constructor' },
      { filters: { toLocaleString: { name: 't' } }, sort: { toString: 'desc' } },
      { fields: ['constructor'] },
    ];
    const idsOf = (list: readonly DocumentObject[]) => list.map((document) => document.documentId);
    for (const words of mine)
      expect(idsOf(await kernel.documents(PAGE).findMany(words))).toEqual([documentId]);

    for (const taken of [{ constructor: 'c' }, { valueOf: [{ constructor: 'a' }] }])
      expect((await call('POST', 'pages', taken)).body.error.message).toMatch(/must be unique/);
    const data = { constructor: 'd', valueOf: [], isPrototypeOf: [] };
    const clone = await kernel.documents(PAGE).clone({ documentId, data });
    expect(await one(clone?.documentId ?? '', { status: 'draft' })).toMatchObject({
      ...NOTHING,
      ...data,
      slug: 'd',
      hasOwnProperty: [{ name: 't' }],
      toLocaleString: { name: 't' },
    });

    await done('DELETE', `pages/${documentId}`);
    expect((await call('POST', 'pages', { constructor: 'c', valueOf: [entry('a')] })).status).toBe(201);
  });
});
