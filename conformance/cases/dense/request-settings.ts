// Cases of the settings of REST routes and of the steps of a request, of a prefix and of low limits.
import { check, del, get, named, post, put } from '../build';
import type { Case, Deployment, Expectation, Method, Step } from '../case';
import { is } from '../pattern';
import { SETTINGS } from './settings';

const set = (name: string, given: Parameters<typeof check>[1], steps: readonly Step[]): Case =>
  check('quire.rest.settings', given, steps, { name, deploy: SETTINGS });

const LABELLED = { documentId: is.text, id: is.number, name: 'l' };
const ONLY_NAMES = { id: is.number, documentId: is.text, name: '{mark}', mail: '{mark}@conform.test' };
const own = (query: string): string => `/simple?filters[mail]={mark}@conform.test${query}`;
const simple = (more: object = {}): Step['body'] => ({
  name: '{mark}',
  mail: '{mark}@conform.test',
  ...more,
});
/** A route that the settings leave out. */
const closed = (send: Method, path: string, status: number): Step => ({
  ...{ send, path, expect: { status } },
  ...(send === 'GET' || send === 'DELETE' ? {} : { body: { data: {} } }),
});

const A = 'https://a.conform.test';
const preflight = (origin: string, expect: Step['expect']): Step => ({
  ...{ send: 'OPTIONS', path: '/tags', as: 'anonymous', expect: { status: 204, ...expect } },
  headers: {
    ...{ Origin: origin, 'Access-Control-Request-Method': 'PUT' },
    'Access-Control-Request-Headers': 'X-Asked',
  },
});
/** A page asks for the methods. Without the header of the method, it is no preflight. */
const OPTIONS: Step = {
  ...{ send: 'OPTIONS', path: '/tags', as: 'anonymous', headers: { Origin: A } },
  expect: {
    status: [200, 204],
    headers: { allow: is.matching('GET.*POST'), 'access-control-allow-methods': is.absent },
  },
};
const trace = (given: string, shown: unknown): Step =>
  get('/tags', { headers: { 'x-trace': shown as string } }, { headers: { 'X-Trace': given } });

const ACCOUNT = { username: 'nia', email: 'nia@conform.test', password: 'Passw0rd!x' };
const PREFIXED: Deployment = {
  config: {
    api: { rest: { prefix: '/content' } },
    plugins: {
      'users-permissions': { config: { register: { enabled: false } } },
      'api-tokens': { config: { ratelimit: { enabled: false, max: 1 } } },
    },
    middlewares: [
      'errors',
      { name: 'request-id', config: { accept: false } },
      ...['logger', 'security'],
      { name: 'cors', enabled: false },
      'timeout',
      { name: 'query', config: { arrayLimit: 3, depth: 3, parameters: 4 } },
      { name: 'body', config: { json: 100 } },
    ],
  },
};
const root = (path: string, expect: Expectation, more: Partial<Step> = {}): Step => ({
  ...{ send: 'GET', from: 'root', path, expect },
  ...more,
});
const tag = (name: string, expect: Expectation): Step =>
  root('/content/tags', expect, { send: 'POST', body: { data: { name } }, save: 'tag' });
const among = (count: number): string =>
  Array.from({ length: count }, (_, index) => `filters[name][$in][${index}]={mark}`).join('&');

export const quireRequestSettingCases: readonly Case[] = [
  set('the defaults of a type', { l: named('/labels', 'l') }, [
    post('/simple', simple({ n: 1, labels: ['{l.documentId}'] }), { status: 201 }, { save: 'a' }),
    ...[0, 1].map(() => post('/simple', simple(), { status: 201 })),
    get(own('&sort=id'), {
      data: is.both(is.length(2), [
        { ...ONLY_NAMES, n: is.absent, group: is.absent, labels: [LABELLED] },
        { labels: [] },
      ]),
      meta: { pagination: { page: 1, pageSize: 2, pageCount: is.absent, total: is.absent } },
      headers: { 'cache-control': 'private, max-age=5', etag: is.absent },
    }),
    get(own('&pagination[withCount]=true'), { meta: { pagination: { pageCount: 2, total: 3 } } }),
    get(own('&pagination[pageSize]=3'), { data: is.length(3) }),
    // Dots make no levels: these are unknown parameters.
    get(own('&pagination.pageSize=1&filters.n=9&fields.0=n'), {
      data: is.both(is.length(2), is.each(ONLY_NAMES)),
    }),
    get(own('&pagination[limit]=3'), { data: is.length(3) }),
    get(own('&sort=id&fields=n&populate=group'), {
      data: is.both(is.length(2), [{ n: 1, group: null, name: is.absent, labels: is.absent }, {}]),
    }),
    get('/simple/{a.documentId}', {
      data: { ...ONLY_NAMES, n: is.absent, labels: [LABELLED] },
      headers: { 'cache-control': is.not('private, max-age=5'), etag: is.absent },
    }),
    put('/simple/{a.documentId}', { n: 2 }, { data: { ...ONLY_NAMES, n: is.absent, labels: [LABELLED] } }),
    closed('GET', '/plains', 404),
  ]),
  set('the routes of a type', { l: named('/labels', 'l'), g: named('/groups') }, [
    get('/labels', { status: 200 }),
    closed('GET', '/labels/{l.documentId}', 404),
    closed('PUT', '/labels/{l.documentId}', 404),
    closed('DELETE', '/labels/{l.documentId}', 404),
    get('/groups', { status: 200 }),
    closed('GET', '/groups/{g.documentId}', 405),
    closed('PUT', '/groups/{g.documentId}', 405),
    del('/groups/{g.documentId}', { status: 204 }),
    get('/setting', { status: [200, 404] }),
    closed('PUT', '/setting', 405),
    closed('DELETE', '/setting', 405),
  ]),
  set('the headers of an answer', {}, [
    get('/tags', {
      headers: {
        ...{ 'x-frame-options': 'DENY', 'referrer-policy': is.absent, 'x-own': 'y' },
        ...{ 'x-content-type-options': 'nosniff', 'x-request-id': is.absent },
        'content-type': 'application/json; charset=utf-8',
        // A middleware of the application.
        'x-own-step': 'passed',
      },
    }),
    trace('client-1.2:3', 'client-1.2:3'),
    trace('x'.repeat(128), 'x'.repeat(128)),
    ...['a b', 'x'.repeat(129), 'a,b'].map((id) => trace(id, is.both(is.text, is.not(id)))),
    OPTIONS,
    preflight(A, {
      headers: {
        'access-control-allow-origin': A,
        'access-control-allow-methods': is.matching('^GET, ?PUT$'),
        'access-control-allow-headers': 'X-Asked',
        'access-control-max-age': '60',
        'access-control-allow-credentials': is.absent,
        vary: is.matching('Origin'),
      },
    }),
    preflight('https://c.conform.test', {
      headers: { 'access-control-allow-origin': is.absent, 'access-control-allow-methods': is.absent },
    }),
    get(
      '/tags',
      {
        headers: {
          'access-control-allow-origin': 'https://b.conform.test',
          'access-control-expose-headers': 'X-Trace',
        },
      },
      { headers: { Origin: 'https://b.conform.test' } },
    ),
  ]),
  check(
    'quire.settings.requests',
    {},
    [
      root('/content/plains', { status: 200 }),
      root('/api/plains', { status: 404 }),
      // Unknown tokens are not counted.
      ...[1, 2].map(() =>
        root(
          '/content/plains',
          { status: 401, headers: { 'x-ratelimit-limit': is.absent } },
          { as: 'anonymous', headers: { Authorization: `Bearer ${'z'.repeat(40)}` } },
        ),
      ),
      root('/content/nothing', { status: 404, error: { name: 'NotFoundError' } }),
      tag('{mark}', { status: 201 }),
      root('/content/tags/{tag.documentId}', { data: { name: '{mark}' } }),
      tag('x'.repeat(101), { status: 413 }),
      root('/content/auth/local/register', { status: 400 }, { send: 'POST', body: ACCOUNT, as: 'anonymous' }),
      root(
        '/content/tags',
        {
          headers: {
            'x-request-id': is.both(is.text, is.not('mine')),
            'access-control-allow-origin': is.absent,
          },
        },
        { headers: { 'X-Request-Id': 'mine', Origin: 'https://a.conform.test' } },
      ),
      root(`/content/tags?${among(3)}`, { data: [{ name: '{mark}' }] }),
      root(`/content/tags?${among(4)}`, { status: 400, error: { details: { limit: 3, param: 'filters' } } }),
      root('/content/tags?a=1&b=2&c=3&filters[name]={mark}', { data: [{ name: '{mark}' }] }),
      root('/content/tags?a=1&b=2&c=3&d=4&filters[name]={mark}', {
        status: 400,
        error: { details: { limit: 4 } },
      }),
      root('/content/tags?filters[$and][0][name]={mark}', { data: [{ name: '{mark}' }] }),
      root('/content/tags?filters[$not][$not][name]={mark}', { data: [{ name: '{mark}' }] }),
      root('/content/tags?filters[$not][$not][$not][$not][name]={mark}', {
        status: 400,
        error: { message: is.matching('deeper than 3 levels'), details: { param: 'filters' } },
      }),
      // A level may have five brackets.
      root(`/content/tags?filters${'[$not]'.repeat(15)}[name]={mark}`, {
        status: 400,
        error: { details: { limit: 15 } },
      }),
    ],
    { deploy: PREFIXED },
  ),
];
