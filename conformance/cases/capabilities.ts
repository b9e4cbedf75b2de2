// One case per capability. Detection performs it too: a capability answers when its case passes.
import { check, DENIED, del, get, post } from './build';
import type { Case, Step } from './case';
import { is } from './pattern';
import { upload } from './upload-files';

const HERE = { from: 'root', path: '{graphql}' } as const;
const query = (text: string, body: NonNullable<Step['expect']>['body'] = is.any): Step => ({
  ...HERE,
  send: 'POST',
  body: { query: text },
  expect: { status: 200, body },
});

export const capabilityCases: readonly Case[] = [
  check('capabilities.drafts', {}, [
    post('/authors?status=draft', { name: '{mark}' }, { data: { publishedAt: null } }, { save: 'd' }),
    get('/authors/{d.documentId}?status=draft', { status: 200 }),
  ]),
  check('capabilities.i18n', {}, [
    post('/restaurants?locale=fr', { Name: '{mark}' }, { data: { locale: 'fr' } }, { save: 'd' }),
    get('/restaurants/{d.documentId}?locale=fr', { status: 200, data: { locale: 'fr' } }),
    del('/restaurants/{d.documentId}?locale=fr'),
  ]),
  check('capabilities.auth', {}, [
    {
      send: 'POST',
      path: '/auth/local',
      body: { identifier: '{mark}@conform.test', password: 'wrong-password' },
      as: 'anonymous',
      // 404 and 405: the route is missing.
      expect: { status: [400, 401, 403, 422] },
    },
    get('/users-permissions/roles', { status: 200 }),
  ]),
  check('capabilities.tokens', {}, [
    get('/plains', { status: 200 }, { as: 'full' }),
    get('/plains', { status: 200 }, { as: 'read-only' }),
    post('/plains', { name: '{mark}' }, { status: DENIED }, { as: 'read-only' }),
  ]),
  check('capabilities.upload', {}, [get('/upload/files', { status: 200 })]),
  {
    rows: ['capabilities.formats'],
    lock: 'upload',
    async run(bench) {
      await upload(bench, 'f');
      await bench.send(get('/upload/files/{f.id}', { body: { formats: { thumbnail: is.object } } }));
    },
  },
  check('capabilities.graphql', {}, [query('{ __typename }', { data: { __typename: 'Query' } })]),
  check('capabilities.aggregates', {}, [
    query('{ plains_connection { aggregate { count } } }', {
      data: { plains_connection: { aggregate: { count: is.integer } } },
    }),
  ]),
  check('capabilities.sandbox', {}, [
    {
      ...HERE,
      send: 'GET',
      headers: { accept: 'text/html' },
      expect: { status: 200, headers: { 'content-type': is.matching('html') } },
    },
  ]),
];
