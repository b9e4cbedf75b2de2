// Cases of plugins of an application: events, policies and loaded documents. A route of the plugin returns the events. Also cases of
// origins.

import { HOOKED } from '../application-plugins';
import { check, del, get, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { gives } from '../graphql-build';
import { is, type Pattern } from '../pattern';

const ALLOWED = ['true', 'nothing', 'later-true', 'later-nothing', 'let'];
const DENIED = [
  'false',
  'null',
  'text',
  'one',
  'object',
  'throws',
  'later-false',
  'later-text',
  'rejects',
  'shut',
  'second',
  'attached',
  'own',
];

/** `draft`, `published`: the rows that the action wrote. */
const event = (operation: string, facts: Pattern, rows: object, document: Pattern): Pattern => ({
  ...{ operation, type: 'api::author.author', facts, document },
  rows: is.shuffled(...Object.entries(rows).map(([status, became]) => ({ status, became }))),
});
const live = (name: string): Pattern => ({ name, documentId: '{a.documentId}', publishedAt: is.timestamp });
const draft = (name: string): Pattern => ({ name, documentId: '{a.documentId}', publishedAt: null });
const [isLive, isDraft] = [{ published: true }, { published: false }];

const PAGE = 'https://pages.conform.test';
const OTHER = 'https://other.conform.test';
const headersOf = (origin: string, headers: Expectation['headers'] = {}): Step =>
  get('/plains?pagination[limit]=1', { headers }, { headers: { Origin: origin } });
const preflight = (origin: string, headers: Expectation['headers'] = {}): Step => ({
  send: 'OPTIONS',
  path: '/plains',
  headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' },
  expect: { status: [200, 204], headers },
});
const none = { 'access-control-allow-origin': is.absent, 'access-control-allow-credentials': is.absent };

const INTERNAL = is.exactly({
  data: null,
  error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
});
const IN_JSON = { 'content-type': is.matching('^application/json') };
export const quireHookCases: readonly Case[] = [
  check(
    'quire.events',
    { a: named('/authors', 'one') },
    [
      put('/authors/{a.documentId}', { name: 'two' }),
      put('/authors/{a.documentId}?status=draft', { name: 'three' }),
      post('/authors/{a.documentId}/actions/publish', {}),
      put('/authors/{a.documentId}?status=draft', { name: 'four' }),
      post('/authors/{a.documentId}/actions/discard-draft', {}),
      post('/authors/{a.documentId}/actions/unpublish', {}),
      put('/authors/{a.documentId}', { name: 7 }, { status: 400 }),
      get('/authors/{a.documentId}?status=draft'),
      del('/authors/{a.documentId}'),
      get('/conformance/events/{a.documentId}', {
        body: {
          events: [
            event('create', isLive, { draft: 'created', published: 'created' }, live('one')),
            event('update', isLive, { draft: 'updated', published: 'updated' }, live('two')),
            event('update', isDraft, { draft: 'updated' }, draft('three')),
            event('publish', isLive, { published: 'updated' }, live('three')),
            event('update', isDraft, { draft: 'updated' }, draft('four')),
            event('discard', {}, { draft: 'updated' }, draft('three')),
            event('unpublish', isDraft, { published: 'deleted' }, draft('three')),
            event('delete', {}, { draft: 'deleted' }, null),
          ],
        },
      }),
    ],
    { deploy: HOOKED },
  ),
  check(
    'quire.events',
    { a: named('/tags') },
    [
      del('/tags/{a.documentId}'),
      del('/tags/{a.documentId}'),
      get('/conformance/events/{a.documentId}', {
        body: {
          events: [
            { operation: 'create', rows: [{ became: 'created' }], document: { name: '{mark}' } },
            { operation: 'delete', rows: [{ became: 'deleted' }], document: null },
          ],
        },
      }),
    ],
    { deploy: HOOKED, name: 'without drafts' },
  ),
  check(
    'quire.policies',
    {},
    [
      ...ALLOWED.map((name) => get(`/conformance/policies/${name}`, { body: { name } })),
      ...DENIED.map((name) =>
        get(`/conformance/policies/${name}`, {
          status: 403,
          error: { name: 'ForbiddenError', message: 'Forbidden' },
        }),
      ),
    ],
    { deploy: HOOKED },
  ),
  check(
    'quire.hooks.loaded',
    {
      t: named('/tags', 'four'),
      u: named('/tags', 'three'),
      s: made('/samples', {
        ...{ name: '{mark}', tag: '{t.documentId}', tags: ['{t.documentId}', '{u.documentId}'] },
        refs: [{ label: 'x', target: '{u.documentId}' }, { label: 'y' }],
        zone: [
          { __component: 'shared.quote', text: 'q' },
          { __component: 'shared.ref', label: 'z', target: '{t.documentId}' },
        ],
      }),
      f: made('/samples', { name: '{mark} friend', friends: ['{s.documentId}'] }),
    },
    [
      get('/tags/{t.documentId}', { data: { seen: 4 } }),
      get('/tags?filters[documentId]={u.documentId}', { data: [{ seen: 5 }] }),
      get(
        '/tags?filters[documentId][$in][0]={t.documentId}&filters[documentId][$in][1]={u.documentId}&sort=name',
        {
          data: [{ seen: 4 }, { seen: 5 }],
        },
      ),
      get(
        '/samples?filters[name][$startsWith]={mark}&sort=name:desc&populate[0]=tags&populate[1]=friends.tag',
        {
          data: [{ friends: [{ tag: { seen: 4 } }] }, { tags: [{ seen: 4 }, { seen: 5 }] }],
        },
      ),
      get('/samples/{s.documentId}', { data: { seen: is.absent } }),
      get('/samples/{s.documentId}?populate=*', {
        data: { seen: is.absent, tag: { seen: 4 }, tags: [{ seen: 4 }, { seen: 5 }], parent: null },
      }),
      get('/samples/{s.documentId}?populate[0]=refs.target&populate[1]=zone.target', {
        data: {
          refs: [{ seen: is.absent, target: { seen: 5 } }, { target: null }],
          zone: [{ target: is.absent }, { target: { seen: 4 } }],
        },
      }),
      get('/samples/{s.documentId}?populate[refs][populate][0]=authors&populate[refs][populate][1]=target', {
        data: {
          refs: [
            { authors: [], target: { seen: 5 } },
            { authors: [], target: null },
          ],
        },
      }),
      get('/samples/{f.documentId}?populate[friends][populate][0]=tags&populate[friends][populate][1]=tag', {
        data: { friends: [{ seen: is.absent, tag: { seen: 4 }, tags: [{ seen: 4 }, { seen: 5 }] }] },
      }),
      get('/samples/{s.documentId}?populate[tags][count]=true', { data: { tags: { count: 2 } } }),
      put('/samples/{s.documentId}?populate=tag', { tag: '{u.documentId}' }, { data: { tag: { seen: 5 } } }),
    ],
    { deploy: HOOKED },
  ),
  check(
    'quire.hooks.loaded',
    { t: named('/tags', '{mark} four'), u: named('/tags', '{mark} three') },
    [
      gives(
        '{ tags_connection(filters: { name: { startsWith: "{mark}" } }, sort: "name") { nodes { name seen } aggregate { groupBy { name { key connection { nodes { name seen } } } } } } }',
        {
          tags_connection: {
            nodes: ['{mark} four', '{mark} three'].map((name) => ({ name, seen: is.integer })),
            aggregate: {
              groupBy: {
                name: is.shuffled(
                  ...['{mark} four', '{mark} three'].map((key) => ({
                    key,
                    connection: { nodes: [{ seen: is.integer }] },
                  })),
                ),
              },
            },
          },
        },
      ),
    ],
    { deploy: HOOKED, needs: ['graphql'], name: 'over GraphQL' },
  ),
  check(
    'quire.errors.internal',
    {},
    [
      ...[
        ...['throws', 'rejects', 'no-error', 'unsendable', 'nothing', 'later-nothing', 'text'].map(
          (name) => `fails/${name}`,
        ),
        ...['broken', 'broken-text', 'broken-later'].map((name) => `promised/${name}`),
        ...['steps/fails', 'steps/nothing'],
      ].map((path) => get(`/conformance/${path}`, { status: 500, body: INTERNAL, headers: IN_JSON })),
      post('/tags', { name: '{mark} unexpected' }, { status: 500, body: INTERNAL, headers: IN_JSON }),
      post('/tags', { name: '{mark} late' }, { status: 500, body: INTERNAL, headers: IN_JSON }),
      get('/tags?filters[name][$startsWith]={mark}', { data: is.length(0) }),
      post('/tags', { name: '{mark} expected' }, { status: 201 }),
    ],
    { deploy: HOOKED },
  ),
  check(
    'quire.cors',
    {},
    [
      headersOf(PAGE, {
        'access-control-allow-origin': PAGE,
        'access-control-allow-credentials': 'true',
        vary: is.matching('Origin'),
      }),
      headersOf(OTHER, none),
      get('/plains?pagination[limit]=1', { headers: none }),
      preflight(PAGE, {
        'access-control-allow-origin': PAGE,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': is.matching('PUT'),
        'access-control-allow-headers': is.matching('Authorization'),
        'access-control-max-age': '60',
      }),
      preflight(OTHER, none),
    ],
    { deploy: HOOKED },
  ),
  check(
    'quire.cors',
    {},
    [
      headersOf(OTHER, {
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': is.absent,
        'access-control-expose-headers': is.matching('ETag'),
      }),
      preflight(OTHER, {
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': is.absent,
        'access-control-allow-methods': is.matching('PUT'),
      }),
      get(
        '/nothing-is-here',
        { status: 404, headers: { 'access-control-allow-origin': '*' } },
        { headers: { Origin: OTHER } },
      ),
    ],
    { name: 'by default' },
  ),
  {
    rows: ['quire.cors'],
    name: 'of all origins',
    refuses: {
      config: {
        middlewares: [
          ...['errors', 'request-id', 'logger', 'security'],
          { name: 'cors', config: { credentials: true } },
          ...['timeout', 'query', 'body'],
        ],
      },
    },
    saying: 'credentials need a list of origins',
  },
];
