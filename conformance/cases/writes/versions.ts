// Writes beyond the first level: null on every kind, lists that PUT replaces, deletes and actions per locale and version, unique values.
import { ABSENT, article, check, del, get, INVALID, made, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { is, type Pattern } from '../pattern';

const FULL = {
  req: '{mark}',
  len: 'four',
  txt: 'text',
  rich: '# Head',
  intv: 3,
  flo: 1.5,
  dec: 12.5,
  bigv: '99',
  bool: true,
  enumv: 'one',
  mail: 'kai@conform.test',
  dayv: '2024-01-15',
  timev: '10:20:30.000',
  dt: '2024-01-15T10:20:30.000Z',
  ts: '2024-01-15T10:20:30.000Z',
  js: { a: 1 },
  blk: [{ type: 'paragraph', children: [{ type: 'text', text: 'Line' }] }],
  uidv: '{mark}-uid',
};
const CLEARED = Object.fromEntries(
  Object.keys(FULL).flatMap((name) => (name === 'req' ? [] : [[name, null]])),
);
const LISTS = {
  a: article({
    links: [{ label: 'one' }, { label: 'two' }, { label: 'three' }],
    zone: [
      { __component: 'shared.quote', text: 'one' },
      { __component: 'shared.slider', caption: 'two' },
    ],
    seo: { metaTitle: 'M', metas: [{ key: 'a' }, { key: 'b' }] },
  }),
};
const EN = { title: '{mark} en' };
const FR = { title: '{mark} fr' };
const twoLocales: Step[] = [
  post('/articles', EN, { data: { locale: 'en' } }, { save: 'a' }),
  put('/articles/{a.documentId}?locale=fr', FR),
];
const shows = (query: string, title: string): Step =>
  get(`/articles/{a.documentId}?${query}`, { status: 200, data: { title } });
const gone = (query: string): Step => get(`/articles/{a.documentId}?${query}`, ABSENT);
const action = (name: string, query: string, data: Pattern): Step => ({
  send: 'POST',
  path: `/articles/{a.documentId}/actions/${name}?${query}`,
  expect: { status: 200, body: { data } },
});
const noAction = (name: string, documentId: string, status: number): Step => ({
  ...{ send: 'POST', path: `/articles/${documentId}/actions/${name}`, expect: { status } },
});
const strict = (data: object): object => ({ req: '{mark}', ...data });
const TAKEN = {
  uniq: '{mark}',
  uintu: 770_041,
  comp: { name: 'x', uq: '{mark}' },
  comps: [{ name: 'y' }, { name: 'z', uq: '{mark} z' }],
};
const TAKEN_PATHS = [['uniq'], ['uintu'], ['comp', 'uq'], ['comps', '1', 'uq']];

export const writeVersionCases: readonly Case[] = [
  check('rest.update.null.kinds', {}, [
    post('/checks', FULL, {}, { save: 'a' }),
    get('/checks/{a.documentId}', { data: { len: 'four', enumv: 'one', bool: true, uidv: '{mark}-uid' } }),
    put('/checks/{a.documentId}', { ...CLEARED, uidv: '{mark}-uid' }),
    get('/checks/{a.documentId}', { data: { req: '{mark}', ...CLEARED, uidv: '{mark}-uid' } }),
  ]),
  check('rest.update.replaces.repeatable', LISTS, [
    put('/articles/{a.documentId}', { links: [{ label: 'four' }, { label: 'one' }] }),
    get('/articles/{a.documentId}?populate=links', { at: { 'data.links.*.label': ['four', 'one'] } }),
    put('/articles/{a.documentId}', { seo: { metaTitle: 'N', metas: [{ key: 'c' }] } }),
    get('/articles/{a.documentId}?populate[seo][populate]=metas', {
      data: { seo: { metaTitle: 'N', metas: [{ key: 'c' }] } },
    }),
    put('/articles/{a.documentId}', { links: [] }),
    get('/articles/{a.documentId}?populate=links', { data: { links: [] } }),
  ]),
  check('rest.update.replaces.zone', LISTS, [
    put('/articles/{a.documentId}', {
      zone: [
        { __component: 'shared.slider', caption: 'new' },
        { __component: 'shared.quote', text: 'last' },
      ],
    }),
    get('/articles/{a.documentId}?populate=zone', {
      data: {
        zone: [
          { __component: 'shared.slider', caption: 'new' },
          { __component: 'shared.quote', text: 'last' },
        ],
      },
    }),
    put('/articles/{a.documentId}', { zone: [] }),
    get('/articles/{a.documentId}?populate=zone', { data: { zone: [] } }),
  ]),
  check('states.per-locale.delete', {}, [
    ...twoLocales,
    del('/articles/{a.documentId}?locale=fr', { status: 204 }),
    gone('locale=fr'),
    gone('locale=fr&status=draft'),
    shows('locale=en', '{mark} en'),
    shows('locale=en&status=draft', '{mark} en'),
  ]),
  check('quire.actions.locale', {}, [
    ...twoLocales,
    put('/articles/{a.documentId}?locale=fr&status=draft', { title: '{mark} fr 2' }),
    put('/articles/{a.documentId}?locale=en&status=draft', { title: '{mark} en 2' }),
    action('publish', 'locale=fr', { locale: 'fr', title: '{mark} fr 2', publishedAt: is.timestamp }),
    shows('locale=fr', '{mark} fr 2'),
    shows('locale=en', '{mark} en'),
    action('discard-draft', 'locale=en', { locale: 'en', title: '{mark} en', publishedAt: null }),
    shows('locale=en&status=draft', '{mark} en'),
    shows('locale=fr&status=draft', '{mark} fr 2'),
    action('unpublish', 'locale=fr', { locale: 'fr', title: '{mark} fr 2', publishedAt: null }),
    gone('locale=fr'),
    shows('locale=fr&status=draft', '{mark} fr 2'),
    shows('locale=en', '{mark} en'),
    action('publish', 'locale=*', { publishedAt: is.timestamp }),
    shows('locale=fr', '{mark} fr 2'),
    action('unpublish', 'locale=*', { publishedAt: null }),
    gone('locale=fr'),
    gone('locale=en'),
    noAction('discard-draft', '{a.documentId}', 400),
    ...['publish', 'unpublish', 'discard-draft'].map((name) => noAction(name, 'none', 404)),
  ]),
  check(
    'quire.values.unique-update',
    { a: made('/checks', strict({ uniq: '{mark}' })), b: made('/checks', strict({ uniq: '{mark} b' })) },
    [
      put('/checks/{b.documentId}', { uniq: '{mark}' }, INVALID),
      put('/checks/{a.documentId}', { uniq: '{mark}' }, { status: 200 }),
      get('/checks/{b.documentId}', { data: { uniq: '{mark} b' } }),
    ],
  ),
  check(
    'quire.values.unique-update',
    { a: made('/checks', strict({ comp: { name: 'x', uq: '{mark}' } })), b: made('/checks', strict({})) },
    [
      put('/checks/{b.documentId}', { comp: { name: 'y', uq: '{mark}' } }, INVALID),
      get('/checks/{b.documentId}?populate=comp', { data: { comp: null } }),
    ],
    { name: 'in a component' },
  ),
  check(
    'quire.values.unique-update',
    { a: made('/checks', strict(TAKEN)), b: made('/checks', strict({})) },
    [
      put('/checks/{b.documentId}', TAKEN, {
        status: 400,
        error: {
          name: 'ValidationError',
          details: { errors: is.shuffled(...TAKEN_PATHS.map((path) => ({ path }))) },
        },
      }),
      get('/checks/{b.documentId}?populate=*', { data: { uniq: null, uintu: null, comp: null, comps: [] } }),
      put('/checks/{a.documentId}', TAKEN, { status: 200 }),
    ],
    { name: 'several values at once' },
  ),
  check('quire.values.unique-publish', { a: article({ code: '{mark}' }) }, [
    post('/articles?status=draft', { title: '{mark}', code: '{mark}' }, {}, { save: 'b' }),
    { send: 'POST', path: '/articles/{b.documentId}/actions/publish', expect: INVALID },
    put('/articles/{b.documentId}', { summary: 's' }, INVALID),
    get('/articles?filters[code][$eq]={mark}', { list: ['a'] }),
  ]),
  check('quire.values.email', { a: made('/checks', strict({ mail: 'kai@conform.test' })) }, [
    ...['kai', 'kai@', '@conform.test', 'kai conform@x.org', 'kai@conform@x.org'].map((mail) =>
      put('/checks/{a.documentId}', { mail }, INVALID),
    ),
    post('/checks', strict({ mail: 'not an address' }), INVALID),
    get('/checks/{a.documentId}', { data: { mail: 'kai@conform.test' } }),
  ]),
  check('document.updated-at', { a: plain({ n: 1 }) }, [], {
    async run(bench) {
      const before = await bench.send(get('/plains/{a.documentId}', {}, { save: 'before' }));
      // A deployment may store whole seconds.
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      await bench.send(put('/plains/{a.documentId}', { n: 2 }));
      await bench.send(get('/plains/{a.documentId}', { data: { n: 2 } }, { save: 'after' }));
      const [was, now] = [bench.value('before.updatedAt'), bench.value('after.updatedAt')].map((time) =>
        Date.parse(String(time)),
      );
      if (before.status !== 200 || !(Number(now) > Number(was)))
        bench.fail(
          'updatedAt did not move',
          `later than ${bench.value('before.updatedAt')}`,
          bench.value('after.updatedAt'),
        );
      if (bench.value('before.createdAt') !== bench.value('after.createdAt'))
        bench.fail('createdAt changed', bench.value('before.createdAt'), bench.value('after.createdAt'));
    },
  }),
  check('rest.body.answers', { a: plain() }, [
    ...[get('/plains'), get('/plains/{a.documentId}'), put('/plains/{a.documentId}', { n: 1 })].map(
      (step): Step => ({
        ...step,
        expect: { headers: { 'content-type': is.matching('^application/json') } },
      }),
    ),
  ]),
  check(
    'relations.disconnect.to-one',
    { g: named('/groups'), h: named('/groups'), a: plain({ group: '{g.documentId}' }) },
    [
      put('/plains/{a.documentId}', { group: { disconnect: ['{h.documentId}'] } }, { status: 'any' }),
      get('/plains/{a.documentId}?populate=group', { data: { group: { documentId: '{g.documentId}' } } }),
      put('/plains/{a.documentId}', { group: { disconnect: ['{g.documentId}'] } }),
      get('/plains/{a.documentId}?populate=group', { data: { group: null } }),
      get('/groups/{g.documentId}?populate=plains', { data: { plains: is.oneOf([], null) } }),
    ],
  ),
];
