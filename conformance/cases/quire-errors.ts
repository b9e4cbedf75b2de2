// Cases of our own decisions on hidden values and on errors.
import { article, check, del, get, made, named, OWN, plain, post, put } from './build';
import type { Case, Step } from './case';
import { LIST_LIMITS } from './deployments';
import { is, type Pattern } from './pattern';

const IS_JSON = /^application\/(problem\+)?json/;
const WRONG: readonly Step[] = [
  get('/plains?pagination[page]=1&pagination[start]=1'),
  get('/plains/unknown00000000000000000'),
  get('/nothing-is-here'),
  put('/plains/{a.documentId}', { n: 'not a number' }),
  { send: 'POST', path: '/plains', text: '{', headers: { 'content-type': 'application/json' } },
];
const UNKNOWN = 'unknown00000000000000000';
const bad = (query: string, more: { readonly [key: string]: Pattern } = {}): Step =>
  get(query, { status: 400, error: { name: 'ValidationError', ...more } });
const secret = { a: article({ secret: 'hunter22hunter', private_note: 'n' }) };
/** An unreadable key gets the same answer as an unknown key. */
const likeUnknown = (key: string, param: string, query: (key: string) => string): Step[] => [
  bad(`/articles?${query(key)}`, {
    message: `Invalid key ${key}`,
    details: { key, path: null, source: 'query', param },
  }),
  bad(`/articles?${query('nope')}`, {
    message: 'Invalid key nope',
    details: { key: 'nope', path: null, source: 'query', param },
  }),
];
const filters = (key: string): string => `filters[${key}][$eq]=x`;
const lists = (query: string, ...list: string[]): Step => get(`/plains?${OWN}&${query}`, { list });

export const quireErrorCases: readonly Case[] = [
  check('quire.password.returned', secret, [
    get('/articles/{a.documentId}', { data: { secret: is.absent } }),
    get('/articles/{a.documentId}?populate=*', { data: { secret: is.absent } }),
    post('/articles', { title: '{mark}', secret: 'hunter22hunter' }, { data: { secret: is.absent } }),
    put('/articles/{a.documentId}', { secret: 'hunter33hunter' }, { data: { secret: is.absent } }),
  ]),
  check(
    'quire.password.selected',
    secret,
    likeUnknown('secret', 'fields', (key) => `fields=${key}`),
  ),
  check('quire.password.filtered', secret, likeUnknown('secret', 'filters', filters)),
  check(
    'quire.password.sorted',
    secret,
    likeUnknown('secret', 'sort', (key) => `sort=${key}`),
  ),
  check('quire.private.returned', secret, [
    get('/articles/{a.documentId}?populate=*', { data: { private_note: is.absent } }),
  ]),
  check('quire.private.queried', secret, [
    ...likeUnknown('private_note', 'filters', filters),
    ...likeUnknown('private_note', 'sort', (key) => `sort=${key}`),
    ...likeUnknown('private_note', 'fields', (key) => `fields=${key}`),
  ]),
  check('quire.private.written', secret, [
    put('/articles/{a.documentId}', { private_note: 'other' }, { data: { private_note: is.absent } }),
  ]),

  check('quire.errors.shape', {}, [
    get(`/plains/${UNKNOWN}`, {
      status: 404,
      body: is.exactly({
        data: null,
        error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
      }),
    }),
  ]),
  check('quire.errors.invalid-key', {}, [
    bad('/plains?filters[nope][$eq]=1', {
      status: 400,
      message: 'Invalid key nope',
      details: is.exactly({ key: 'nope', path: null, source: 'query', param: 'filters' }),
    }),
    bad('/plains?sort=nope', { details: { key: 'nope', source: 'query', param: 'sort' } }),
    bad('/plains?fields=nope', { details: { key: 'nope', source: 'query', param: 'fields' } }),
    bad('/plains?populate=nope', { details: { key: 'nope', source: 'query', param: 'populate' } }),
    bad('/plains?filters[group][nope][$eq]=1', { details: { key: 'nope', path: 'group', param: 'filters' } }),
  ]),
  check('quire.errors.body-key', {}, [
    post(
      '/plains',
      { name: '{mark}', nope: 1 },
      {
        status: 400,
        error: {
          name: 'ValidationError',
          message: 'Invalid key nope',
          details: { key: 'nope', source: 'body' },
        },
      },
    ),
    post(
      '/articles',
      { title: '{mark}', seo: { metaTitle: 'M', nope: 1 } },
      { status: 400, error: { message: 'Invalid key nope at seo' } },
    ),
  ]),
  check(
    'quire.errors.system-keys',
    {},
    ['id', 'documentId', 'createdAt', 'updatedAt'].map((key) =>
      post(
        '/plains',
        { name: '{mark}', [key]: '1' },
        { status: 400, error: { name: 'ValidationError', message: `Invalid key ${key}` } },
      ),
    ),
  ),
  check('quire.errors.ignored-keys', {}, [
    {
      ...post('/plains', {}, {}),
      body: { data: { name: '{mark}', locale: 'fr', publishedAt: null }, extra: 1 },
      expect: { status: 201, data: { name: '{mark}', locale: is.oneOf(is.absent, null) } },
    },
  ]),
  check('quire.errors.all-issues', {}, [
    post(
      '/checks',
      { len: 'ab', intv: 9, enumv: 'four' },
      {
        status: 400,
        error: {
          name: 'ValidationError',
          message: '4 errors occurred',
          details: {
            errors: is.shuffled(
              { path: ['req'] },
              { path: ['len'], message: 'len must be at least 3 characters' },
              { path: ['intv'] },
              { path: ['enumv'] },
            ),
          },
        },
      },
    ),
  ]),
  check('quire.errors.missing-data', {}, [
    ...[{}, { data: null }, { data: 'text' }].map(
      (body): Step => ({
        send: 'POST',
        path: '/plains',
        body,
        expect: {
          status: 400,
          error: { name: 'ValidationError', message: 'Missing "data" payload in the request body' },
        },
      }),
    ),
    { send: 'POST', path: '/plains', expect: { status: 400 } },
  ]),
  check('quire.errors.not-found', {}, [
    get(`/plains/${UNKNOWN}`, { status: 404, error: { name: 'NotFoundError' } }),
    put(`/plains/${UNKNOWN}`, { n: 1 }, { status: 404, error: { name: 'NotFoundError' } }),
    get('/nothing-is-here', { status: 404, error: { name: 'NotFoundError' } }),
    { send: 'POST', path: '/nothing-is-here', body: {}, expect: { status: 404 } },
  ]),
  check(
    'quire.errors.absent',
    { a: plain(), b: named('/authors'), r: made('/restaurants', { Name: '{mark}' }) },
    [
      { send: 'DELETE', path: '/plains/{a.documentId}', expect: { status: 204 } },
      post('/authors?status=draft', { name: '{mark}' }, {}, { save: 'd' }),
      ...[
        '/plains/{a.documentId}',
        '/authors/{d.documentId}',
        '/restaurants/{r.documentId}?locale=fr',
        '/plain',
        '/settings',
        '/shared.seo',
      ].map((path) => get(path, { status: 404, error: { name: 'NotFoundError' } })),
    ],
    { needs: ['drafts', 'i18n'] },
  ),
  check(
    'quire.errors.absent-single',
    {},
    [
      { send: 'DELETE', path: '/setting', expect: { status: 204 } },
      get('/setting', { status: 404, error: { name: 'NotFoundError' } }),
    ],
    { lock: 'setting', keeps: ['/setting'] },
  ),
  check('quire.errors.method', { a: plain() }, [
    {
      send: 'PATCH',
      path: '/plains/{a.documentId}',
      body: { data: {} },
      expect: { status: 405, error: is.object, headers: { allow: is.text } },
    },
    {
      send: 'DELETE',
      path: '/plains',
      expect: { status: 405, error: is.object, headers: { allow: is.matching('GET') } },
    },
    { send: 'POST', path: '/setting', body: { data: {} }, expect: { status: 405 } },
  ]),
  check('errors.json', { a: plain() }, [], {
    // The specification does not name the conditions of errors: what is refused must be JSON.
    async run(bench) {
      for (const step of WRONG) {
        const answer = await bench.send({ ...step, expect: { status: 'any' } });
        const type = answer.headers['content-type'];
        if (answer.status >= 400 && answer.text !== '' && !IS_JSON.test(type ?? ''))
          bench.fail(`the error ${answer.status} is no JSON`, String(IS_JSON), type);
      }
    },
  }),
  check(
    'quire.errors.content-type',
    { a: plain() },
    WRONG.map(
      (step): Step => ({
        ...step,
        expect: {
          status: 'refused',
          headers: { 'content-type': is.matching(IS_JSON.source) },
          body: { error: is.object },
        },
      }),
    ),
  ),
  check('quire.errors.json', {}, [
    {
      send: 'POST',
      path: '/plains',
      text: '{"data":{',
      headers: { 'content-type': 'application/json' },
      expect: { status: 400, error: { name: 'SyntaxError' } },
    },
  ]),
  check('quire.errors.large', {}, [], {
    async run(bench) {
      await bench.send({
        send: 'POST',
        path: '/plains',
        body: { data: { body: 'x'.repeat(1_200_000) } },
        expect: { status: 413, error: { name: 'PayloadTooLargeError' } },
      });
    },
  }),
  check('quire.errors.head-size', {}, [
    get(
      '/plains',
      {
        status: 431,
        error: { status: 431, message: is.text, details: is.object },
        headers: { 'content-type': is.matching('^application/json') },
      },
      { headers: { 'x-long': 'x'.repeat(200_000) } },
    ),
    get('/plains', { status: 200 }, { headers: { 'x-long': 'x'.repeat(2_000) } }),
  ]),
  check('quire.errors.delete-unknown', {}, [del(`/plains/${UNKNOWN}`, { status: 204, empty: true })]),
  check('quire.errors.path-encoding', {}, [
    get('/plains/%ZZ', { status: 400, error: is.object }, { verbatim: true }),
  ]),
  check('quire.errors.unknown-param', {}, [
    get('/plains?foo=bar&meta=1&pagination[page]=1', { status: 200 }),
  ]),
  check(
    'quire.errors.strict-params',
    {},
    [
      bad('/plains?foo=bar', { message: 'Invalid key foo', details: { key: 'foo' } }),
      get('/plains?sort=n', { status: 200 }),
    ],
    { deploy: LIST_LIMITS },
  ),
  check('quire.errors.empty-sort', { a: plain() }, [lists('sort=', 'a')]),
];
