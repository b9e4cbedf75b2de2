// Cases of the answers that clients of the peer rely on.
import { article, check, get, made, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { FEW_LOGINS } from '../deployments';
import { is, type Pattern } from '../pattern';

const PAGE = {
  t: named('/tags', '{mark} t'),
  u: named('/tags', '{mark} u'),
  a: article({
    seo: {
      metaTitle: 'M',
      metas: [
        { key: 'b', value: '1' },
        { key: 'c', value: '2' },
        { key: 'a', value: '2' },
      ],
    },
    zone: [
      { __component: 'shared.quote', text: 'm', by: 'me' },
      { __component: 'shared.ref', label: 'r', target: '{t.documentId}' },
      { __component: 'shared.quote', text: 'a', by: 'you' },
    ],
  }),
};
const page = (query: string, data: Pattern): Step =>
  get(`/articles/{a.documentId}?${query}`, { status: 200, data });
const invalid = (query: string): Step =>
  get(`/articles/{a.documentId}?${query}`, { status: 400, error: { message: 'Invalid key nope' } });
const QUOTE = 'populate[zone][on][shared.quote]';
const METAS = 'populate[seo][populate][metas]';

const block = (text: string) => ({ blocks: [{ type: 'paragraph', children: [{ type: 'text', text }] }] });

const LINKED = {
  l: named('/labels', '{mark} l'),
  m: named('/labels', '{mark} m'),
  o: named('/labels', '{mark} o'),
  a: plain({ labels: ['{l.documentId}'] }),
};
const labels = (...list: string[]): Step =>
  get('/plains/{a.documentId}?populate=labels', {
    at: { 'data.labels.*.name': list.map((name) => `{mark} ${name}`) },
  });

const UNKNOWN = 'unknownunknownunknownunk';
const missing = (locale: string) => ({
  status: 400,
  error: { message: is.matching(`^Document with id "${UNKNOWN}", locale "${locale}".* not found$`) },
});

const BOTH = 'populate[morphMany][on]';
const MINE = 'filters[title]={mark}';
export const quireSameAnswerCases: readonly Case[] = [
  check('quire.same.zone-filter', PAGE, [
    page(`${QUOTE}[filters][by]=me`, { zone: [{ text: 'm' }, { label: 'r' }] }),
    page(`${QUOTE}[filters][by]=none`, { zone: [{ label: 'r' }] }),
    page('populate[zone][on][shared.ref][filters][target][name]={mark} u', {
      zone: [{ text: 'm' }, { text: 'a' }],
    }),
    invalid(`${QUOTE}[filters][nope]=1`),
  ]),
  check('quire.same.zone-sort', PAGE, [
    page(`${QUOTE}[sort]=text`, { zone: [{ text: 'm' }, { label: 'r' }, { text: 'a' }] }),
    invalid(`${QUOTE}[sort]=nope`),
  ]),
  check('quire.same.nested-filter', PAGE, [
    page(`${METAS}[filters][value]=2`, { seo: { metaTitle: 'M', metas: [{ key: 'c' }, { key: 'a' }] } }),
    page(`${METAS}[filters][value]=2&${METAS}[count]=true`, { seo: { metas: { count: 2 } } }),
    invalid(`${METAS}[filters][nope]=1`),
  ]),
  check('quire.same.nested-sort', PAGE, [
    page(`${METAS}[sort]=key:desc`, { seo: { metas: [{ key: 'c' }, { key: 'b' }, { key: 'a' }] } }),
    invalid(`${METAS}[sort]=nope`),
  ]),
  check('quire.same.on-wins', PAGE, [
    page(`${QUOTE}=true&populate[zone][populate]=nope`, { zone: is.length(3) }),
  ]),
  check('quire.same.sort-blocks', { x: article(block('{mark} y')), y: article(block('{mark} x')) }, [
    get('/articles?filters[title]={mark}&sort=blocks', { list: ['y', 'x'] }),
    get('/articles?filters[title]={mark}&sort=blocks:desc', { list: ['x', 'y'] }),
  ]),
  check(
    'quire.same.sort-prefix',
    {
      t: named('/tags', '{mark} t'),
      x: article({ tags: ['{t.documentId}'], links: [{ label: 'two' }] }),
      y: article({ tags: ['{t.documentId}'], links: [{ label: 'one' }] }),
    },
    [
      get(`/articles?${MINE}&sort=tags.name,tags.id,tags.documentId,links.label`, { list: ['y', 'x'] }),
      get(`/articles?${MINE}&sort=tags.name,tags.id,tags.documentId,links.label:desc`, { list: ['x', 'y'] }),
      get(`/articles?${MINE}&sort=tags.name,links.label,seo.metas.key`, { status: 400 }),
    ],
  ),
  check('quire.same.email', {}, [
    post(
      '/checks',
      { req: '{mark}', mail: 'no' },
      {
        status: 400,
        error: {
          name: 'ValidationError',
          message: 'mail must be a valid email',
          details: { errors: is.length(1) },
        },
      },
    ),
    post('/plains', { name: '{mark}', mail: 'a@b.c' }, { status: 201, data: { mail: 'a@b.c' } }),
  ]),
  check('quire.same.list-min', {}, [
    post(
      '/checks?populate=*',
      { req: '{mark}', comps: [], dz: [] },
      { status: 201, data: { comps: [], dz: [] } },
    ),
  ]),
  check('quire.same.not-strict', LINKED, [
    put('/plains/{a.documentId}', {
      labels: {
        connect: [{ documentId: '{m.documentId}', position: { before: '{o.documentId}' } }],
        options: { strict: false },
      },
    }),
    labels('l', 'm'),
    // The row has no document.
    put('/plains/{a.documentId}', {
      labels: {
        connect: [{ documentId: '{o.documentId}', position: { before: 999_999_999 } }],
        options: { strict: false },
      },
    }),
    labels('l', 'm', 'o'),
  ]),
  check(
    'quire.same.mixed-order',
    {
      t: named('/tags', '{mark} t'),
      u: named('/tags', '{mark} u'),
      c: named('/categories', '{mark} c'),
      a: made('/zoos', {
        name: '{mark}',
        morphMany: [
          { __type: 'api::tag.tag', documentId: '{t.documentId}' },
          { __type: 'api::category.category', documentId: '{c.documentId}' },
          { __type: 'api::tag.tag', documentId: '{u.documentId}' },
        ],
      }),
    },
    [
      get(`/zoos/{a.documentId}?${BOTH}[api::tag.tag]=false&${BOTH}[api::category.category]=true`, {
        data: { morphMany: is.both(is.length(1), [{ name: '{mark} c' }]) },
      }),
      // All types are targets of the first request, exactly two of the second.
      ...[
        'populate=morphMany',
        `${BOTH}[api::tag.tag][fields]=name&${BOTH}[api::category.category][fields]=name`,
      ].map((query) =>
        get(`/zoos/{a.documentId}?${query}`, {
          at: { 'data.morphMany.*.documentId': ['{t.documentId}', '{c.documentId}', '{u.documentId}'] },
        }),
      ),
    ],
  ),
  check(
    'quire.same.typed-position',
    {
      t: named('/tags', '{mark} t'),
      u: named('/tags', '{mark} u'),
      c: named('/categories', '{mark} c'),
      a: made('/zoos', {
        name: '{mark}',
        morphMany: [
          { __type: 'api::tag.tag', documentId: '{t.documentId}' },
          { __type: 'api::category.category', documentId: '{c.documentId}' },
        ],
      }),
    },
    [
      put('/zoos/{a.documentId}', {
        morphMany: {
          connect: [
            {
              __type: 'api::tag.tag',
              documentId: '{u.documentId}',
              position: { before: '{c.documentId}', __type: 'api::category.category' },
            },
          ],
        },
      }),
      get('/zoos/{a.documentId}?populate=morphMany', {
        at: { 'data.morphMany.*.name': ['{mark} t', '{mark} u', '{mark} c'] },
      }),
    ],
  ),
  check('quire.same.disconnect-unknown', LINKED, [
    put('/plains/{a.documentId}', { labels: { disconnect: [999999999] } }, { status: 200 }),
    labels('l'),
  ]),
  check('quire.same.unknown-target', { a: plain(), x: article() }, [
    put('/plains/{a.documentId}', { labels: [UNKNOWN] }, missing('null')),
    put('/articles/{x.documentId}', { tags: { connect: [UNKNOWN] } }, missing('null')),
    put('/articles/{x.documentId}', { related: [UNKNOWN] }, missing('en')),
  ]),
  check(
    'quire.same.max-limit-alone',
    { a: plain(), b: plain({ name: '{mark} b' }), c: plain({ name: '{mark} c' }) },
    [
      get('/plains?pagination[withCount]=true', {
        at: { 'meta.pagination.pageSize': 2, data: is.length(2) },
      }),
    ],
    { deploy: FEW_LOGINS },
  ),
  check('quire.same.connect-status', LINKED, [
    put(
      '/plains/{a.documentId}',
      { labels: { connect: [{ documentId: '{m.documentId}', status: 'nope' }] } },
      { status: 200 },
    ),
    labels('l', 'm'),
  ]),
  check(
    'quire.same.connect-status',
    { t: named('/tags'), x: article(), y: article() },
    [
      // An unknown version of a document with versions is ignored, but an unknown locale is not.
      ...(['nope', 5, {}] as const).map((status) =>
        put(
          '/tags/{t.documentId}?populate=articles',
          { articles: { set: [{ documentId: '{x.documentId}', status }] } },
          {
            data: { articles: [{ documentId: '{x.documentId}' }] },
          },
        ),
      ),
      ...(['nope', 5, {}] as const).map((locale) =>
        put(
          '/tags/{t.documentId}',
          { articles: { set: [{ documentId: '{y.documentId}', locale }] } },
          { status: 400 },
        ),
      ),
      get('/tags/{t.documentId}?populate=articles&status=draft', {
        data: { articles: [{ documentId: '{x.documentId}' }] },
      }),
    ],
    { name: 'of a document with versions', needs: ['drafts', 'i18n'] },
  ),
  check(
    'quire.same.has-published',
    { a: article(), b: made('/articles?status=draft', { title: '{mark}' }) },
    [
      get('/articles?filters[title]={mark}&status=draft&hasPublishedVersion=true', { list: ['a'] }),
      get('/articles?filters[title]={mark}&status=draft&hasPublishedVersion=false', { list: ['b'] }),
    ],
  ),
  check(
    'quire.same.has-published-locale',
    { a: made('/articles?status=draft&locale=en', { title: '{mark}' }) },
    [
      put('/articles/{a.documentId}?locale=fr', { title: '{mark}' }, { status: 200 }),
      get('/articles?filters[title]={mark}&status=draft&locale=en&hasPublishedVersion=true', { list: ['a'] }),
      get('/articles?filters[title]={mark}&status=draft&locale=en&hasPublishedVersion=false', { list: [] }),
    ],
  ),
  check('quire.same.published-drafts', { a: article() }, [
    get('/articles?filters[title]={mark}&status=draft&publicationFilter=published-with-draft', { list: [] }),
  ]),
];
