// Cases of the REST endpoints: collection types and single types.
import {
  ABSENT,
  check,
  del,
  get,
  HOMEPAGE,
  made,
  named,
  note,
  OWN,
  plain,
  post,
  put,
  UNKNOWN,
} from '../build';
import type { Case } from '../case';
import { is } from '../pattern';

export const restDocumentCases: readonly Case[] = [
  check('rest.body.json', {}, [
    post(
      '/groups',
      { name: '{mark}' },
      { headers: { 'content-type': is.matching('^application/json') }, data: { name: '{mark}' } },
    ),
    {
      send: 'POST',
      path: '/groups',
      text: '{"data":',
      headers: { 'content-type': 'application/json' },
      expect: { status: 'refused' },
    },
  ]),
  check('rest.collection.list', { a: plain() }, [
    get(`/plains?${OWN}`, { status: 200, body: { data: is.length(1), meta: { pagination: is.object } } }),
  ]),
  check('rest.collection.create', { g: named('/groups') }, [
    post(
      '/plains',
      { name: '{mark}', n: 7, flag: false, meta: { a: 1 }, group: '{g.documentId}' },
      {
        status: [200, 201],
        data: {
          id: is.integer,
          documentId: is.text,
          name: '{mark}',
          n: 7,
          flag: false,
          meta: { a: 1 },
          createdAt: is.timestamp,
          updatedAt: is.timestamp,
        },
      },
    ),
  ]),
  check('rest.collection.create.persists', {}, [
    post('/plains', { name: '{mark}', mail: '{mark}@conform.test', n: 7 }, {}, { save: 'a' }),
    get(`/plains?${OWN}`, { list: ['a'], data: [{ n: 7 }] }),
    get('/plains/{a.documentId}', { data: { name: '{mark}', n: 7 } }),
  ]),
  check('rest.collection.create.locale', {}, [
    post(
      '/restaurants?locale=fr',
      { Name: '{mark}' },
      { data: { locale: 'fr', Name: '{mark}' } },
      { save: 'r' },
    ),
    get('/restaurants/{r.documentId}?locale=fr', { data: { Name: '{mark}' } }),
    get('/restaurants/{r.documentId}', ABSENT),
  ]),
  check('rest.collection.one', { a: plain({ n: 3 }) }, [
    get('/plains/{a.documentId}', {
      status: 200,
      data: { documentId: '{a.documentId}', name: '{mark}', n: 3 },
    }),
  ]),
  check('rest.collection.one.unknown', {}, [note(`/plains/${UNKNOWN}`, 'status', 'body.error.name')]),
  check('rest.collection.one.locale', { r: made('/restaurants', { Name: '{mark} en' }) }, [
    put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }),
    get('/restaurants/{r.documentId}?locale=fr', { data: { Name: '{mark} fr', locale: 'fr' } }),
    get('/restaurants/{r.documentId}?locale=en', { data: { Name: '{mark} en', locale: 'en' } }),
  ]),
  check('rest.collection.one.status', { a: named('/authors', '{mark} 1') }, [
    put('/authors/{a.documentId}?status=draft', { name: '{mark} 2' }),
    get('/authors/{a.documentId}?status=published', {
      data: { name: '{mark} 1', publishedAt: is.timestamp },
    }),
    get('/authors/{a.documentId}?status=draft', { data: { name: '{mark} 2', publishedAt: null } }),
  ]),
  check('rest.collection.one.populate', { g: named('/groups'), a: plain({ group: '{g.documentId}' }) }, [
    get('/plains/{a.documentId}?populate=group', {
      data: { group: { documentId: '{g.documentId}', name: '{mark}' } },
    }),
  ]),
  check('rest.collection.one.fields', { a: plain({ n: 3 }) }, [
    get('/plains/{a.documentId}?fields=n', { data: { n: 3, name: is.absent, body: is.absent } }),
  ]),
  check('rest.collection.update', { a: plain({ n: 3 }) }, [
    put('/plains/{a.documentId}', { n: 4 }, { status: 200, data: { documentId: '{a.documentId}', n: 4 } }),
    get('/plains/{a.documentId}', { data: { n: 4 } }),
  ]),
  check('rest.collection.update.locale', { r: made('/restaurants', { Name: '{mark} en' }) }, [
    put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }),
    put(
      '/restaurants/{r.documentId}?locale=fr',
      { Name: '{mark} fr 2' },
      { status: 200, data: { Name: '{mark} fr 2', locale: 'fr' } },
    ),
    get('/restaurants/{r.documentId}', { data: { Name: '{mark} en' } }),
  ]),
  check(['rest.collection.delete', 'rest.delete.empty'], { a: plain() }, [
    del('/plains/{a.documentId}', {
      status: 204,
      empty: true,
      headers: { 'content-length': is.oneOf(is.absent, '0') },
    }),
  ]),
  check('rest.collection.delete.gone', { a: plain(), b: plain() }, [
    del('/plains/{a.documentId}', { status: 204 }),
    get('/plains/{a.documentId}', ABSENT),
    get(`/plains?${OWN}`, { list: ['b'], meta: { pagination: { total: 1 } } }),
  ]),
  check('rest.collection.delete.locale', { r: made('/restaurants', { Name: '{mark} en' }) }, [
    put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark} fr' }),
    del('/restaurants/{r.documentId}?locale=fr', { status: 204, empty: true }),
    get('/restaurants/{r.documentId}?locale=fr', ABSENT),
  ]),
  check(
    'rest.single.get',
    {},
    [
      put('/setting', { siteName: '{mark}', options: { a: 1 } }),
      get('/setting', {
        status: 200,
        body: { data: { siteName: '{mark}', options: { a: 1 } }, meta: is.keys() },
      }),
    ],
    { lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'rest.single.put',
    {},
    [
      put('/setting', { siteName: '{mark} 1' }),
      put(
        '/setting',
        { siteName: '{mark} 2' },
        { status: 200, body: { data: { siteName: '{mark} 2' }, meta: is.keys() } },
      ),
      get('/setting', { data: { siteName: '{mark} 2' } }),
    ],
    { lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'rest.single.put.creates',
    {},
    [
      del('/setting', { status: 204 }),
      get('/setting', ABSENT),
      put('/setting', { siteName: '{mark}' }, { data: { siteName: '{mark}', documentId: is.text } }),
      get('/setting', { data: { siteName: '{mark}' } }),
    ],
    { lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'rest.single.delete',
    {},
    [
      put('/setting', { siteName: '{mark}' }),
      del('/setting', { status: 204, empty: true }),
      get('/setting', ABSENT),
    ],
    { lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'rest.single.get.locale',
    {},
    [
      put('/homepage', { headline: '{mark} en' }),
      put('/homepage?locale=fr', { headline: '{mark} fr' }),
      get('/homepage?locale=fr', { data: { headline: '{mark} fr', locale: 'fr' } }),
      get('/homepage', { data: { headline: '{mark} en' } }),
    ],
    HOMEPAGE,
  ),
  check(
    'rest.single.put.locale',
    {},
    [
      put('/homepage', { headline: '{mark} en' }),
      put(
        '/homepage?locale=fr',
        { headline: '{mark} fr' },
        { data: { headline: '{mark} fr', locale: 'fr' } },
      ),
      get('/homepage', { data: { headline: '{mark} en' } }),
    ],
    HOMEPAGE,
  ),
  check(
    'rest.single.delete.locale',
    {},
    [
      put('/homepage', { headline: '{mark} en' }),
      put('/homepage?locale=fr', { headline: '{mark} fr' }),
      del('/homepage?locale=fr', { status: 204 }),
      get('/homepage?locale=fr', ABSENT),
      get('/homepage', { data: { headline: '{mark} en' } }),
    ],
    HOMEPAGE,
  ),
  check('errors.delete.not-error', { a: plain() }, [
    del('/plains/{a.documentId}', { status: 204, empty: true }),
  ]),
  check('errors.fields', {}, [
    note('/plains?filters[nope][$eq]=1', 'status', 'body.error'),
    note(`/plains/${UNKNOWN}`, 'status', 'body.error'),
    note('/nothing-is-here', 'status', 'body.error'),
  ]),
];
