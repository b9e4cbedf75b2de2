// Cases of "What the service does": kinds of content types, paths, and types without a path.
import { ABSENT, article, check, del, get, made, named, note, plain, post, put, UNKNOWN } from './build';
import type { Case, Method, Step } from './case';
import { is } from './pattern';

const COLLECTIONS = [
  'articles',
  'authors',
  'categories',
  'checks',
  'groups',
  'hiddens',
  'labels',
  'peeks',
  'plains',
  'profiles',
  'restaurants',
  'strictdocs',
  'tags',
  'zoos',
];

export const serviceCases: readonly Case[] = [
  check('service.kind.collection', { a: plain(), b: plain() }, [
    get('/plains?filters[mail][$eq]={mark}@conform.test', { some: ['a', 'b'] }),
    get('/plains/{a.documentId}', { data: { documentId: '{a.documentId}' } }),
    get('/plains/{b.documentId}', { data: { documentId: '{b.documentId}' } }),
  ]),
  check(
    'service.kind.single',
    {},
    [
      put('/setting', { siteName: '{mark}' }, { data: { siteName: '{mark}' } }),
      get('/setting', { data: { siteName: '{mark}', documentId: is.text } }),
      get('/settings', { status: 'refused' }),
    ],
    { lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'service.endpoints.generated',
    {},
    COLLECTIONS.map((plural) => get(`/${plural}`, { status: 200, body: { data: is.list } })),
  ),
  check(
    'service.endpoints.generated',
    {},
    [
      get('/setting', { status: [200, 404], body: is.object }),
      get('/homepage', { status: [200, 404], body: is.object }),
    ],
    { name: 'single types' },
  ),
  check(
    'service.components.no-endpoint',
    {},
    ['/seo', '/seos', '/shared.seo', '/links', '/shared.link', '/quote'].map((path) =>
      get(path, { status: 'refused' }),
    ),
  ),
  check(
    'service.components.no-endpoint',
    {},
    ['POST', 'PUT', 'DELETE'].flatMap((method) =>
      ['/shared.seo', '/quote'].map(
        (path): Step => ({
          send: method as Method,
          path,
          body: { data: {} },
          expect: { status: 'refused' },
        }),
      ),
    ),
    { name: 'other methods' },
  ),
  check('service.ids.paths', { a: plain() }, [
    get('/plains', { status: 200 }),
    get('/plain', { status: 'refused' }),
    get('/plain/{a.documentId}', { status: 'refused' }),
    get('/article', { status: 'refused' }),
  ]),
  check('service.graphql.endpoint', { a: plain() }, [
    {
      send: 'POST',
      from: 'root',
      path: '{graphql}',
      body: { query: '{ plains(filters: { mail: { eq: "{mark}@conform.test" } }) { name } }' },
      expect: { body: { data: { plains: [{ name: '{mark}' }] } } },
    },
    {
      send: 'POST',
      from: 'root',
      path: '{graphql}',
      body: { query: 'mutation { updatePlain(documentId: "{a.documentId}", data: { n: 4 }) { n } }' },
      expect: { body: { data: { updatePlain: { n: 4 } } } },
    },
  ]),
  check(
    'service.optional.i18n-per-type',
    { r: made('/restaurants', { Name: '{mark}' }), g: named('/groups') },
    [
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }, { data: { locale: 'fr' } }),
      get('/restaurants/{r.documentId}', { data: { locale: 'en', Name: '{mark}' } }),
      get('/groups/{g.documentId}?locale=fr', {
        data: { name: '{mark}', locale: is.oneOf(is.absent, null) },
      }),
    ],
  ),
  check('service.optional.drafts-per-type', {}, [
    post('/authors?status=draft', { name: '{mark}' }, { data: { publishedAt: null } }, { save: 'a' }),
    get('/authors/{a.documentId}', ABSENT),
    post('/groups?status=draft', { name: '{mark}' }, {}, { save: 'g' }),
    get('/groups/{g.documentId}', { status: 200 }),
  ]),
  check('document.flat', { a: plain({ n: 3 }) }, [
    get('/plains/{a.documentId}', { data: { name: '{mark}', n: 3, attributes: is.absent } }),
    get('/plains?filters[mail][$eq]={mark}@conform.test', {
      data: [{ name: '{mark}', n: 3, attributes: is.absent }],
    }),
  ]),
  check(['document.id.integer', 'versioning.rest-id'], { a: plain() }, [
    get('/plains/{a.documentId}', { data: { id: is.integer } }),
  ]),
  check('document.document-id.string', { a: plain(), b: plain() }, [
    get('/plains?filters[mail][$eq]={mark}@conform.test', {
      data: is.each({ documentId: is.text }),
      some: ['a', 'b'],
    }),
  ]),
  check('document.document-id.path', { a: plain() }, [
    get('/plains?filters[mail][$eq]={mark}@conform.test', {}, { save: { listed: 'body.data.0.documentId' } }),
    get('/plains/{listed}', { data: { name: '{mark}' } }),
  ]),
  check('document.document-id.shared', { r: made('/restaurants', { Name: '{mark}' }) }, [
    put(
      '/restaurants/{r.documentId}?locale=fr',
      { Name: '{mark} fr' },
      { data: { documentId: '{r.documentId}' } },
    ),
    get('/restaurants/{r.documentId}?locale=fr', { data: { documentId: '{r.documentId}' } }),
  ]),
  check(
    'document.document-id.shared',
    { a: article() },
    [
      get('/articles/{a.documentId}?status=draft', { data: { documentId: '{a.documentId}' } }),
      get('/articles/{a.documentId}', { data: { documentId: '{a.documentId}' } }),
    ],
    { needs: ['drafts'], name: 'versions' },
  ),
  check(
    'document.attributes.typed',
    {
      a: plain({
        n: 3,
        body: 'b',
        flag: true,
        price: 1.5,
        day: '2024-01-15',
        ratio: 0.25,
        moment: '2024-01-15T10:20:30.123Z',
        at: '10:20:30.000',
        kind: 'b',
        meta: { a: [1] },
      }),
    },
    [
      get('/plains/{a.documentId}', {
        data: {
          name: is.string,
          n: is.integer,
          body: is.string,
          flag: is.boolean,
          price: is.number,
          day: is.matching('^\\d{4}-\\d\\d-\\d\\d$'),
          ratio: is.number,
          moment: is.timestamp,
          at: is.matching('^\\d\\d:\\d\\d:\\d\\d'),
          kind: is.string,
          mail: is.string,
          meta: is.object,
        },
      }),
    ],
  ),
  check('document.created-at', { a: plain() }, [
    get('/plains/{a.documentId}', { data: { createdAt: is.timestamp } }, { save: 'first' }),
    put('/plains/{a.documentId}', { n: 1 }, { data: { createdAt: '{first.createdAt}' } }),
  ]),
  check('document.published-at', {}, [
    post('/authors', { name: '{mark}' }, { data: { publishedAt: is.timestamp } }),
  ]),
  check('document.published-at.draft', { a: named('/authors') }, [
    get('/authors/{a.documentId}?status=draft', { data: { publishedAt: null } }),
  ]),
  check('document.published-at.key', { a: plain() }, [
    note('/plains/{a.documentId}', 'body.data.publishedAt'),
  ]),
  check('document.locale.present', { r: made('/restaurants', { Name: '{mark}' }) }, [
    get('/restaurants/{r.documentId}', { data: { locale: 'en' } }),
  ]),
  check('document.locale.absent', { a: plain() }, [
    get('/plains/{a.documentId}', { data: { locale: is.oneOf(is.absent, null) } }),
  ]),
  check(['envelope.data.object', 'envelope.meta.one'], { a: plain() }, [
    get('/plains/{a.documentId}', { body: { data: is.object, meta: is.keys() } }),
  ]),
  check('envelope.data.array', { a: plain() }, [
    get('/plains?filters[mail][$eq]={mark}@conform.test', { body: { data: is.length(1) } }),
    get('/plains?filters[mail][$eq]={mark}-nobody@conform.test', { body: { data: is.length(0) } }),
  ]),
  check('envelope.meta.create', {}, [
    post('/groups', { name: '{mark}' }, { body: { data: is.object, meta: is.keys() } }),
  ]),
  check('envelope.meta.update', { a: plain() }, [
    put('/plains/{a.documentId}', { n: 2 }, { body: { data: is.object, meta: is.keys() } }),
  ]),
  check('envelope.meta.list', { a: plain() }, [get('/plains', { meta: { pagination: is.object } })]),
  check(['envelope.error.present', 'errors.envelope'], {}, [
    get('/plains?filters[nope][$eq]=1', { status: 'refused', body: { error: is.object } }),
    post('/plains', { n: 'many' }, { status: 'refused', body: { error: is.object } }),
    put(`/plains/${UNKNOWN}`, { n: 1 }, { status: 'refused', body: { error: is.object } }),
  ]),
  check('envelope.error.absent', { a: plain() }, [
    get('/plains', { body: { error: is.absent } }),
    get('/plains/{a.documentId}', { body: { error: is.absent } }),
    put('/plains/{a.documentId}', { n: 2 }, { body: { error: is.absent } }),
  ]),
  check('envelope.pagination.page-form', { a: plain() }, [
    get('/plains?pagination[page]=1&pagination[pageSize]=2', {
      meta: {
        pagination: { page: is.integer, pageSize: is.integer, pageCount: is.integer, total: is.integer },
      },
    }),
  ]),
  check('envelope.pagination.page-count', { a: plain(), b: plain(), c: plain(), d: plain(), e: plain() }, [
    get('/plains?filters[mail][$eq]={mark}@conform.test&pagination[page]=1&pagination[pageSize]=2', {
      meta: { pagination: { total: 5, pageCount: 3 } },
    }),
    get('/plains?filters[mail][$eq]={mark}@conform.test&pagination[page]=1&pagination[pageSize]=5', {
      meta: { pagination: { total: 5, pageCount: 1 } },
    }),
  ]),
  check('envelope.pagination.offset-form', { a: plain() }, [
    get('/plains?pagination[start]=0&pagination[limit]=2', {
      meta: { pagination: { start: is.integer, limit: is.integer, total: is.integer } },
    }),
  ]),
  check('envelope.meta.other', { a: plain() }, [
    note('/plains', 'body.meta'),
    note('/plains/{a.documentId}', 'body.meta'),
  ]),
  check('events.none', {}, [note('/webhooks', 'status')]),
  check(['versioning.flat'], { a: plain() }, [
    get('/plains/{a.documentId}', { body: { data: { name: '{mark}', attributes: is.absent } } }),
  ]),
  check('versioning.document-id', { a: plain() }, [
    get('/plains/{a.documentId}', { data: { documentId: '{a.documentId}' } }),
    del('/plains/{a.documentId}', { status: 204 }),
    get('/plains/{a.documentId}', ABSENT),
  ]),
  check('versioning.header', { a: plain() }, [
    {
      send: 'GET',
      path: '/plains/{a.documentId}',
      headers: { 'Strapi-Response-Format': 'v4' },
      expect: { status: 'any' },
      record: ['body.data'],
    },
  ]),
  check('versioning.path', {}, [note('/plains', 'status'), note('/v1/plains', 'status')]),
];
