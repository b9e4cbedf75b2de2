// Cases of "Content type definition". Each one starts a deployment with its own schema files.
import { ABSENT, check, get, post, put } from './build';
import type { Case } from './case';
import { is } from './pattern';

const type = (over: object = {}, info: object = {}): object => ({
  kind: 'collectionType',
  collectionName: 'things',
  info: { singularName: 'thing', pluralName: 'thingies', displayName: 'A thing', ...info },
  options: {},
  pluginOptions: {},
  attributes: { label: { type: 'string' }, text: { type: 'richtext' }, on: { type: 'boolean' } },
  ...over,
});
const THING = 'api/thing/content-types/thing/schema.json';
const ALONE = 'api/alone/content-types/alone/schema.json';
const files = {
  [THING]: type({ pluginOptions: { 'unknown-key': { a: 1 } } }, { name: 'thing' }),
  [ALONE]: type(
    { kind: 'singleType', collectionName: 'alones' },
    { singularName: 'alone', pluralName: 'alones', displayName: 'Alone' },
  ),
  'api/versioned/content-types/versioned/schema.json': type(
    { collectionName: 'versioneds', options: { draftAndPublish: true } },
    { singularName: 'versioned', pluralName: 'versioneds', displayName: 'Versioned' },
  ),
};
const deploy = { deploy: { files } };

/** The start must fail, or the deployment must not serve the wrong type. */
const refusedStart = (row: string, clash: object): Case => ({
  rows: [row],
  needs: ['files'],
  name: 'two equal ones',
  refuses: { files: { ...files, 'api/other/content-types/other/schema.json': clash } },
  saying: 'things',
});

/** Types that the section "Attribute kinds" names and the definition of a content type does not. */
const OTHERS = Object.fromEntries(
  [
    'text',
    'email',
    'password',
    'uid',
    'date',
    'time',
    'datetime',
    'timestamp',
    'integer',
    'biginteger',
    'float',
    'decimal',
    'json',
    'blocks',
  ].map((name) => [name, { type: name }]),
);

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
  refusedStart(
    'schema.collection-name',
    type({}, { singularName: 'other', pluralName: 'others', displayName: 'Other' }),
  ),
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
    deploy: { files: { [THING]: type({ attributes: OTHERS }) } },
    async run(bench) {
      const { body } = await bench.send(post('/thingies', { text: '{mark}' }));
      bench.keep('body', body);
      const served = Object.keys(OTHERS).filter((name) => bench.value(`body.data.${name}`) !== undefined);
      bench.record(`served without populate: ${served.join(', ')}`);
    },
  }),
  ...(['singularName', 'pluralName'] as const).map(
    (key): Case => ({
      rows: ['service.ids.immutable'],
      name: key,
      refuses: { before: { files }, files: { ...files, [THING]: type({}, { [key]: 'renamed' }) } },
      saying: 'Name was "thing',
    }),
  ),
];
