// Private attributes and passwords in components and related documents: no answer shows them, and queries do not know them.
import { HOOKED } from '../application-plugins';
import { check, get, made, post, put } from '../build';
import type { Case, Expectation, Given, Step } from '../case';
import { ask, gives } from '../graphql-build';
import { is } from '../pattern';
import { brackets, PLACES, type SECRETS } from '../places';

const unknown = (key: string): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', message: is.matching(`^Invalid key ${key}`) },
});

/** One document, because each password costs time. */
const withSecrets = (key: keyof typeof SECRETS): Readonly<Record<string, Given>> => {
  const core = { word: 'Bee', [key]: 'a-secret' };
  const shell = { ...core, core, cores: [core] };
  const parts = { one: shell, many: [shell], zone: [{ __component: 'shared.shell', ...shell }] };
  return {
    b: made('/places', { own: '{mark}', ...parts }),
    a: made('/places', { own: '{mark}', up: '{b.documentId}' }),
  };
};

/** Private and password attributes of components are in no answer, and unknown to every word. */
const closed = (key: keyof typeof SECRETS): Case => {
  const absent = { [key]: is.absent };
  const shell = { word: 'Bee', ...absent, core: { word: 'Bee', ...absent }, cores: [{ ...absent }] };
  const parts = { one: shell, many: [shell], zone: [shell] };
  const inside = '[populate][core]=true&populate';
  const all = `populate[one]${inside}[one][populate][cores]=true&populate[many]${inside}[many][populate][cores]=true&populate[zone][populate]=*`;
  return check(
    `quire.${key === 'hidden' ? 'private' : 'password'}.components`,
    withSecrets(key),
    [
      get(`/places/{b.documentId}?${all}`, { data: parts }),
      get('/places/{b.documentId}?populate=*', {
        data: { one: { word: 'Bee', ...absent }, many: [{ word: 'Bee', ...absent }], zone: [absent] },
      }),
      get('/places/{a.documentId}?populate[up][populate]=*', {
        data: { up: { one: { word: 'Bee', ...absent }, many: [absent], zone: [absent] } },
      }),
      ...['one', 'many', 'one.core', 'one.cores', 'many.cores', 'up.one', 'ups.many', 'up.one.core'].flatMap(
        (way) => {
          const names = way.split('.');
          const inner = names.map((name) => `[${name}]`).join('[populate]');
          return [
            ...['[$eq]=x', '[$startsWith]=x', '[$null]=true', '=x'].map((rest) =>
              get(`/places?filters${brackets([...names, key])}${rest}`, unknown(key)),
            ),
            get(`/places?filters[$or][0][$not]${brackets([...names, key])}=x`, unknown(key)),
            get(`/places?sort=${way}.${key}`, unknown(key)),
            get(`/places?sort${brackets([...names, key])}=desc`, unknown(key)),
            get(`/places?populate${inner}[fields][0]=${key}`, unknown(key)),
            get(`/places?populate${inner}[filters][${key}]=x`, unknown(key)),
            get(`/places?populate${inner}[sort]=${key}`, unknown(key)),
          ];
        },
      ),
      ...['[fields][0]=@', '[filters][@]=x', '[sort]=@', '[populate]=@'].map((rest) =>
        get(`/places?populate[zone][on][shared.shell]${rest.replace('@', key)}`, unknown(key)),
      ),
    ],
    { deploy: PLACES },
  );
};

const CLOSED = ['closed', 'closedUp', 'closedZone'];
const notInGraphql = (query: string, key: string): Step =>
  ask(query, { status: 400, body: { errors: [{ message: is.matching(`"${key}"`) }] } });

export const quirePlaceSecretCases: readonly Case[] = [
  closed('hidden'),
  closed('secret'),
  check(
    'quire.private.components',
    {
      b: made('/places', { own: '{mark}', word: 'Bee' }),
      a: made('/places', {
        own: '{mark}',
        closed: { word: 'Ant' },
        closedZone: [{ __component: 'shared.shell', word: 'Ant' }],
        closedUp: '{b.documentId}',
        up: '{b.documentId}',
      }),
    },
    [
      ...['/places/{a.documentId}?populate=*', '/places/{a.documentId}'].map((path) =>
        get(path, { data: is.noKeys(...CLOSED) }),
      ),
      get('/places/{b.documentId}?populate[downs][populate]=*', {
        data: { downs: is.both(is.length(1), is.each(is.noKeys(...CLOSED))) },
      }),
      ...['closed', 'closedUp'].flatMap((key) =>
        [
          `populate=${key}`,
          `populate[up][populate]=${key}`,
          `populate[${key}]=true`,
          `fields=${key}`,
          `filters[${key}][word]=Ant`,
          `filters[downs][${key}][word]=Ant`,
          `sort=${key}.word`,
          `sort=up.${key}.word`,
        ].map((query) => get(`/places?${query}`, unknown(key))),
      ),
      get('/places?populate=closedZone', unknown('closedZone')),
    ],
    { name: 'private components and relations', deploy: PLACES },
  ),
  check(
    'quire.graphql.private',
    { a: made('/places', { own: '{mark}' }) },
    [
      // They may be written.
      gives(
        `mutation { updatePlace(documentId: "{a.documentId}", data: { own: "{mark} new", closed: { word: "Ant", hidden: "h" },
          closedZone: [{ __typename: "ComponentSharedShell", word: "Bee" }] }) { own } }`,
        { updatePlace: { own: '{mark} new' } },
      ),
      ask(
        `mutation { updatePlace(documentId: "{a.documentId}", data: { closedZone: [{ __typename: "ComponentSharedQuote" }] }) { own } }`,
        { status: 400, body: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] } },
      ),
      ...['closed { word }', 'closedUp { own }', 'closedZone { __typename }'].flatMap((selected) => {
        const [key = ''] = selected.split(' ');
        return [
          notInGraphql(`{ place(documentId: "{a.documentId}") { own ${selected} } }`, key),
          notInGraphql(`{ places { up { ${selected} } } }`, key),
          notInGraphql(`{ places(filters: { ${key}: {} }) { own } }`, key),
          notInGraphql(`{ places(filters: { downs: { ${key}: {} } }) { own } }`, key),
        ];
      }),
      ...['hidden', 'secret'].flatMap((key) => [
        notInGraphql(`{ places { one { ${key} } } }`, key),
        notInGraphql(`{ places { many { cores { ${key} } } } }`, key),
        notInGraphql(`{ places { zone { ... on ComponentSharedShell { core { ${key} } } } } }`, key),
        notInGraphql(`{ places(filters: { one: { core: { ${key}: {} } } }) { own } }`, key),
      ]),
    ],
    { name: 'components, relations and entries', deploy: PLACES },
  ),
  {
    rows: ['quire.password.stored'],
    deploy: HOOKED,
    async run(bench) {
      const key = (name: string) => ({ key: `clear-${name}` });
      const inner = [key('inner first'), key('inner second')];
      const data = {
        ...key('own'),
        one: { ...key('single'), inner },
        many: [key('first'), { ...key('second'), inner }],
        zone: [
          { __component: 'shared.lock', ...key('zone first') },
          { __component: 'shared.lock', ...key('zone second') },
        ],
      };
      await bench.send(post('/safes', data, {}, { save: 'a' }));
      const stored = (count: number): Step =>
        get('/conformance/stored', { body: { clear: 0, hashes: count } });
      await bench.send(stored(10));
      await bench.send(put('/safes/{a.documentId}', { many: [key('changed'), key('also changed')] }));
      await bench.send(stored(8));
    },
  },
];
