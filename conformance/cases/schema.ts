// Cases of "Content type definition". Each one starts a deployment with its own schema files.
import { ABSENT, check, get, post, put } from './build';
import type { Case } from './case';
import { changedThing, clashingThing, OTHER_TYPES, OWN_TYPES, THINGS } from './own-types';
import { is } from './pattern';

const deploy = { deploy: OWN_TYPES };

/** The start must fail, or the deployment must not serve the wrong type. */
const refusedStart = (row: string): Case => ({
  rows: [row],
  needs: ['files'],
  name: 'two equal ones',
  refuses: { files: clashingThing() },
  saying: 'things',
});

export const schemaCases: readonly Case[] = [
  check(
    ['schema.kind.collection', 'schema.attributes'],
    {},
    [
      post(
        '/thingies',
        { label: '{mark}', text: '*t*', on: true },
        { data: { label: '{mark}', text: '*t*', on: true } },
        { save: 'a' },
      ),
      get('/thingies', { data: is.list }),
      get('/thingies/{a.documentId}', { data: { label: '{mark}', text: '*t*', on: true } }),
      put('/thingies/{a.documentId}', { on: false }, { data: { on: false } }),
      { send: 'DELETE', path: '/thingies/{a.documentId}', expect: { status: 204 } },
    ],
    deploy,
  ),
  check(
    ['schema.kind.single', 'schema.info.singular-name'],
    {},
    [
      get('/alone', { status: 'refused' }),
      put('/alone', { label: '{mark}' }, { data: { label: '{mark}' } }),
      get('/alone', { data: { label: '{mark}' } }),
      { send: 'DELETE', path: '/alone', expect: { status: 204 } },
      get('/alones', { status: 'refused' }),
    ],
    { ...deploy, lock: 'alone' },
  ),
  check(
    'schema.info.plural-name',
    {},
    [
      get('/thingies', { status: 200 }),
      get('/things', { status: 'refused' }),
      get('/thing', { status: 'refused' }),
    ],
    deploy,
  ),
  check(
    ['schema.collection-name', 'schema.info.display-name', 'schema.info.name', 'schema.plugin-options'],
    {},
    [get('/thingies', { status: 200 })],
    deploy,
  ),
  refusedStart('schema.collection-name'),
  check(
    'schema.options.draft-and-publish',
    {},
    [
      post('/versioneds?status=draft', { label: '{mark}' }, { data: { publishedAt: null } }, { save: 'v' }),
      get('/versioneds/{v.documentId}', ABSENT),
      post('/thingies?status=draft', { label: '{mark}' }, {}, { save: 'a' }),
      get('/thingies/{a.documentId}', { status: 200 }),
    ],
    deploy,
  ),
  check('schema.types.other', {}, [], {
    ...deploy,
    async run(bench) {
      const { body } = await bench.send(post('/mixtures', { text: '{mark}' }));
      bench.keep('body', body);
      const served = Object.keys(OTHER_TYPES).filter(
        (name) => bench.value(`body.data.${name}`) !== undefined,
      );
      bench.record(`served without populate: ${served.join(', ')}`);
    },
  }),
  ...(['singularName', 'pluralName'] as const).map(
    (key): Case => ({
      rows: ['service.ids.immutable'],
      name: key,
      refuses: { before: { files: THINGS }, files: changedThing({ [key]: 'renamed' }) },
      saying: 'Name was "thing',
    }),
  ),
];
