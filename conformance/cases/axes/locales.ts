// Cases of "Locale", of relations across locales, and of our own decisions on them.
import { ABSENT, article, check, del, get, HOMEPAGE, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const restaurant = { r: made('/restaurants', { Name: '{mark} en', stars: 3 }) };
const french: Step = put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' });
const homes: Step[] = [
  put('/homepage', { headline: '{mark} en' }),
  put('/homepage?locale=fr', { headline: '{mark} fr' }),
];
const OWN = 'filters[Name][$startsWith]={mark}';

export const localeCases: readonly Case[] = [
  check('rest.locale.added-first', {}, [
    {
      send: 'POST',
      path: '/restaurants?locale=it',
      body: { data: { Name: '{mark}' } },
      expect: { status: 'any' },
      record: ['status', 'body.error.message'],
    },
  ]),
  check('rest.locale.code', restaurant, [
    french,
    get('/restaurants/{r.documentId}?locale=fr', { data: { locale: 'fr' } }),
    get('/restaurants/{r.documentId}?locale=en', { data: { locale: 'en' } }),
  ]),
  check('rest.locale.default', restaurant, [
    french,
    get('/restaurants/{r.documentId}', { data: { Name: '{mark} en' } }),
  ]),
  check('rest.locale.default.en', restaurant, [
    get('/restaurants/{r.documentId}', { data: { locale: 'en' } }),
  ]),
  check('rest.locale.omitted-equal', restaurant, [], {
    async run(bench) {
      await bench.send(french);
      const plainAnswer = await bench.send(get(`/restaurants?${OWN}`));
      const named = await bench.send(get(`/restaurants?${OWN}&locale=en`));
      if (plainAnswer.text !== named.text) bench.fail('the two lists differ', named.text, plainAnswer.text);
    },
  }),
  check('rest.locale.list', restaurant, [
    french,
    post('/restaurants?locale=fr', { Name: '{mark} only' }, {}, { save: 'o' }),
    get(`/restaurants?${OWN}&locale=fr`, { some: ['r', 'o'], data: is.each({ locale: 'fr' }) }),
    get(`/restaurants?${OWN}&locale=en`, {
      list: ['r'],
      data: is.each({ locale: 'en' }),
      meta: { pagination: { total: 1 } },
    }),
    get(`/restaurants?${OWN}&locale=de`, { list: [] }),
  ]),
  check('rest.locale.one', restaurant, [
    french,
    get('/restaurants/{r.documentId}?locale=fr', { data: { Name: '{mark} fr' } }),
    get('/restaurants/{r.documentId}?locale=de', ABSENT),
  ]),
  check(
    'rest.locale.one.single',
    {},
    [...homes, get('/homepage?locale=fr', { data: { headline: '{mark} fr', locale: 'fr' } })],
    HOMEPAGE,
  ),
  check('rest.locale.create.default', {}, [
    post('/restaurants', { Name: '{mark}' }, { data: { locale: 'en' } }),
  ]),
  check('rest.locale.create', {}, [
    post('/restaurants?locale=de', { Name: '{mark}' }, { data: { locale: 'de' } }, { save: 'r' }),
    get('/restaurants/{r.documentId}?locale=de', { data: { Name: '{mark}' } }),
    get('/restaurants/{r.documentId}?locale=en', ABSENT),
  ]),
  check('rest.locale.add', restaurant, [
    french,
    get('/restaurants/{r.documentId}?locale=fr', {
      data: { documentId: '{r.documentId}', Name: '{mark} fr' },
    }),
  ]),
  check(
    'rest.locale.add.single',
    {},
    [
      homes[0] ?? french,
      del('/homepage?locale=fr', { status: 204 }),
      put(
        '/homepage?locale=fr',
        { headline: '{mark} fr' },
        { data: { locale: 'fr', headline: '{mark} fr' } },
      ),
      get('/homepage', { data: { headline: '{mark} en' } }),
    ],
    HOMEPAGE,
  ),
  check('rest.locale.update', restaurant, [
    french,
    put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr 2' }, { data: { Name: '{mark} fr 2' } }),
    get('/restaurants/{r.documentId}?locale=en', { data: { Name: '{mark} en' } }),
    get('/restaurants/{r.documentId}?locale=fr', { data: { Name: '{mark} fr 2' } }),
  ]),
  check(
    'rest.locale.update.single',
    {},
    [
      ...homes,
      put('/homepage?locale=fr', { headline: '{mark} fr 2' }),
      get('/homepage?locale=fr', { data: { headline: '{mark} fr 2' } }),
      get('/homepage', { data: { headline: '{mark} en' } }),
    ],
    HOMEPAGE,
  ),
  check('rest.locale.delete', restaurant, [
    french,
    del('/restaurants/{r.documentId}?locale=fr', { status: 204, empty: true }),
    get('/restaurants/{r.documentId}?locale=fr', ABSENT),
  ]),
  check('rest.locale.delete.others', restaurant, [
    french,
    del('/restaurants/{r.documentId}?locale=fr', { status: 204 }),
    get('/restaurants/{r.documentId}', { data: { Name: '{mark} en', stars: 3 } }),
  ]),
  check(
    'rest.locale.delete.single',
    {},
    [
      ...homes,
      del('/homepage?locale=fr', { status: 204, empty: true }),
      get('/homepage?locale=fr', ABSENT),
      get('/homepage', { status: 200 }),
    ],
    HOMEPAGE,
  ),
  check('rest.locale.add.only-localized', restaurant, [
    put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr', stars: 5 }, { status: 'refused' }),
    get('/restaurants/{r.documentId}', { data: { stars: 3 } }),
  ]),
  check('rest.locale.immutable', restaurant, [
    french,
    put(
      '/restaurants/{r.documentId}?locale=fr',
      { Name: '{mark} fr', locale: 'de' },
      { status: 200, data: { locale: 'fr' } },
    ),
    get('/restaurants/{r.documentId}?locale=de', ABSENT),
  ]),

  check('relations.i18n-off.source', { t: article({ title: '{mark} en' }), c: named('/categories') }, [
    put('/articles/{t.documentId}?locale=fr', { title: '{mark} fr' }),
    put('/categories/{c.documentId}', {
      articles: { connect: [{ documentId: '{t.documentId}', locale: 'fr' }] },
    }),
    get('/articles/{t.documentId}?locale=fr&populate=category', { data: { category: { name: '{mark}' } } }),
    get('/articles/{t.documentId}?locale=en&populate=category', { data: { category: null } }),
  ]),
  check('quire.locale.unknown-write', restaurant, [
    post(
      '/restaurants?locale=it',
      { Name: '{mark}' },
      { status: 400, error: { name: 'ValidationError', message: is.matching('en.*fr|fr.*en') } },
    ),
    put('/restaurants/{r.documentId}?locale=it', { Name: '{mark}' }, { status: 400 }),
  ]),
  check(
    'quire.locale.unknown-write',
    { ...restaurant, a: article({ title: '{mark} en' }) },
    [
      ...['locale=*', 'locale[0]=en', 'locale[0]=en&locale[1]=fr'].flatMap((words) => [
        post(`/restaurants?${words}`, { Name: '{mark} x' }, { status: 400 }),
        put(`/restaurants/{r.documentId}?${words}`, { Name: '{mark} x' }, { status: 400 }),
        put(`/articles/{a.documentId}?status=draft&${words}`, { title: '{mark} x' }, { status: 400 }),
        put(`/homepage?${words}`, { headline: '{mark} x' }, { status: 400 }),
      ]),
      get('/restaurants?locale=*&filters[Name]={mark} x', { list: [] }),
      get('/articles?locale=*&status=draft&filters[title]={mark} x', { list: [] }),
    ],
    { name: 'several at once' },
  ),
  check('quire.locale.unknown-read', restaurant, [
    get(`/restaurants?${OWN}&locale=it`, { list: [] }),
    get('/restaurants/{r.documentId}?locale=it', { status: 404 }),
  ]),
  check('quire.locale.strict-fields', restaurant, [
    put(
      '/restaurants/{r.documentId}?locale=fr',
      { Name: '{mark} fr', stars: 5 },
      { status: 400, error: { name: 'ValidationError', message: is.matching('stars') } },
    ),
    get('/restaurants/{r.documentId}?locale=fr', { status: 404 }),
  ]),
  check('quire.locale.shared-update', restaurant, [
    french,
    get('/restaurants/{r.documentId}?locale=fr', { data: { stars: 3 } }),
    put('/restaurants/{r.documentId}?locale=fr', { stars: 5 }, { status: 200 }),
    get('/restaurants/{r.documentId}?locale=en', { data: { stars: 5, Name: '{mark} en' } }),
  ]),
  check('quire.locale.all', restaurant, [
    french,
    get(`/restaurants?${OWN}&locale=*&sort=locale`, {
      at: { 'data.*.locale': ['en', 'fr'] },
      meta: { pagination: { total: 2 } },
    }),
  ]),
  check(
    'quire.locale.all',
    {
      c: named('/categories', '{mark} c'),
      r: made('/restaurants', { Name: '{mark} en' }),
      a: article({
        title: '{mark} en',
        seo: { metaTitle: 'en' },
        links: [{ label: 'one' }, { label: 'two' }],
      }),
    },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr', categories: ['{c.documentId}'] }),
      get(`/restaurants?${OWN}&locale=*&sort=locale&populate=categories`, {
        at: { 'data.*.categories.*.name': [[], ['{mark} c']] },
      }),
      put('/articles/{a.documentId}?locale=fr', {
        title: '{mark} fr',
        seo: { metaTitle: 'fr' },
        links: [{ label: 'three' }],
      }),
      get(
        '/articles?filters[title][$startsWith]={mark}&locale=*&sort=locale&populate[0]=seo&populate[1]=links',
        {
          at: { 'data.*.seo.metaTitle': ['en', 'fr'], 'data.*.links.*.label': [['one', 'two'], ['three']] },
        },
      ),
    ],
    { name: 'populated' },
  ),
  check('quire.locale.connect', { ...restaurant, z: made('/zoos', { name: '{mark}' }) }, [
    french,
    put(
      '/zoos/{z.documentId}',
      { manyOne: { connect: [{ documentId: '{r.documentId}', locale: 'en' }] } },
      { status: 200 },
    ),
    put(
      '/zoos/{z.documentId}',
      { manyOne: { connect: [{ documentId: '{r.documentId}', locale: 'fr' }] } },
      { status: 400 },
    ),
  ]),
  check(
    'quire.locale.passed-on',
    { c: named('/categories'), t: article({ title: '{mark} en', category: '{c.documentId}' }) },
    [
      put('/articles/{t.documentId}?locale=fr', { title: '{mark} fr', category: '{c.documentId}' }),
      get('/categories/{c.documentId}?populate=articles&locale=fr', {
        data: { articles: [{ title: '{mark} fr' }] },
      }),
      get('/categories/{c.documentId}?populate=articles', { data: { articles: [{ title: '{mark} en' }] } }),
    ],
  ),
  check(
    'quire.locale.passed-on',
    {
      c: named('/categories', '{mark} c'),
      k: made('/categories', { name: '{mark} k', parent: '{c.documentId}' }),
      h: made('/hiddens', { name: '{mark} h', cat: '{k.documentId}' }),
      t: article({ title: '{mark} en', category: '{c.documentId}' }),
    },
    [
      put('/articles/{t.documentId}?locale=fr', { title: '{mark} fr', category: '{c.documentId}' }),
      put('/articles/{t.documentId}?locale=fr&status=draft', { title: '{mark} fr draft' }),
      put('/articles/{t.documentId}?status=draft', { title: '{mark} en draft' }),
      ...(
        [
          ['', 'en'],
          ['locale=fr', 'fr'],
          ['status=draft', 'en draft'],
          ['locale=fr&status=draft', 'fr draft'],
          ['locale=de', null],
        ] as const
      ).flatMap(([words, shown]) => {
        const articles = shown === null ? [] : [{ title: `{mark} ${shown}` }];
        const list = (...found: string[]) => ({ list: shown === null ? [] : found });
        const filter = `[articles][title]={mark} ${shown ?? 'en'}&${words}`;
        return [
          get(`/categories/{c.documentId}?populate=articles&${words}`, { data: { articles } }),
          get(`/categories/{k.documentId}?populate[parent][populate]=articles&${words}`, {
            data: { parent: { articles } },
          }),
          get(`/hiddens/{h.documentId}?populate[cat][populate][parent][populate]=articles&${words}`, {
            data: { cat: { parent: { articles } } },
          }),
          get(`/categories?filters${filter}`, list('c')),
          get(`/categories?filters[parent]${filter}`, list('k')),
          get(`/hiddens?filters[cat][parent]${filter}`, list('h')),
          get(`/hiddens/{h.documentId}?populate[cat][populate][parent][filters]${filter}`, {
            data: { cat: { parent: shown === null ? null : { name: '{mark} c' } } },
          }),
        ];
      }),
    ],
    { name: 'at every level', needs: ['drafts'] },
  ),
];
