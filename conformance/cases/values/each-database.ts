// Cases of values that databases treat in different ways: letters with two small forms, booleans in entries, numbers near zero, texts at the
// limit of a column, and the empty text.
import { article, asks, check, get, made, OWN, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { gives, MINE } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { PLACES } from '../places';

const finds = (filters: string, ...some: string[]): Step =>
  gives(`{ plains(filters: { ${MINE}, ${filters} }, pagination: { limit: 50 }) { documentId } }`, {
    plains: is.shuffled(...some.map((alias) => ({ documentId: `{${alias}.documentId}` }))),
  });

/** A sigma at the end of a word has a form of its own. */
const SIGMAS = {
  a: plain({ name: 'ΟΔΟΣ', body: 'Σ' }),
  b: plain({ name: 'οδος', body: 'ς' }),
  c: plain({ name: 'οδοσ', body: 'σ' }),
  d: plain({ name: 'ΟΔΟΣΑ' }),
  e: plain({ name: 'other' }),
};

const TINY = [0, 1e-6, 1e-7, -1e-7, 1e-10, 1.5e-9, 5e-324, 1e21, -1.7976931348623157e308, 0.1, 123456789.125];
const tinyAlias = (index: number): string => `d${index}`;
const ascending = TINY.map((value, index) => [value, tinyAlias(index)] as const).sort(([a], [b]) => a - b);

const TEXTS: readonly (readonly [name: string, letter: string])[] = [
  ['letters', 'a'],
  ['accents', 'é'],
  ['signs of four bytes', '😀'],
];
/** The limit counts characters as JavaScript does, or as readers do; it is the same on each database. */
const fits = (letter: string, count: number): Step[] => {
  const text = letter.repeat(count);
  return [
    post('/plains', { name: text, mail: '{mark}@conform.test' }, { data: { name: text } }, { save: 'x' }),
    get(`/plains?${OWN}&filters[name]=${text}`, { list: ['x'] }),
    get(`/plains?${OWN}&filters[name][$eqi]=${text}`, { list: ['x'] }),
    get(`/plains?${OWN}&filters[name][$contains]=${letter.repeat(count - 1)}`, { list: ['x'] }),
    get(`/plains?${OWN}&filters[name]=${letter.repeat(count - 1)}`, { list: [] }),
    get(`/plains?${OWN}&filters[name]=${text}${letter}`, { list: [] }),
    get(`/plains?${OWN}&filters[name][$ne]=${text}${letter}`, { list: ['x'] }),
    { send: 'DELETE', path: '/plains/{x.documentId}' },
  ];
};
const tooLong = (data: object, path: readonly string[]): Step[] => [
  post(
    '/articles',
    { title: '{mark}', ...data },
    { status: 400, error: { details: { errors: [{ path: [...path] }] } } },
  ),
];

const EMPTY = {
  empty: plain({ name: '', body: '', meta: '' }),
  none: plain({ name: null, body: null, meta: null }),
  space: plain({ name: ' ', body: ' ', meta: ' ' }),
  text: plain({ name: 'a', body: 'a', meta: 'a' }),
};

const flags = (value: boolean | null): object => ({
  flag: value,
  core: { flag: value },
  cores: [{ flag: value }, { flag: value === null ? null : !value }],
});
const place = (value: boolean | null) =>
  made('/places', {
    ...{ own: '{mark}', flag: value, one: flags(value), many: [flags(value)] },
    zone: [{ __component: 'shared.shell', ...flags(value) }],
  });
const shownFlags = (value: Pattern, other: Pattern): Pattern => ({
  ...{ flag: value, core: { flag: value }, cores: [{ flag: value }, { flag: other }] },
});
const FULL =
  'populate[one][populate]=*&populate[many][populate]=*&populate[zone][on][shared.shell][populate]=*';
const OWNED = 'filters[own]={mark}';
const FLAGS_AT = ['flag', 'one][flag', 'many][flag', 'one][core][flag', 'many][core][flag'];

export const quireEachDatabaseCases: readonly Case[] = [
  check(
    'quire.values.sigma',
    SIGMAS,
    [
      ...['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδος', 'οΔοΣ'].flatMap((text) => [
        asks(`filters[name][$eqi]=${text}`, 'a', 'b', 'c'),
        asks(`filters[name][$nei]=${text}`, 'd', 'e'),
        asks(`filters[name][$containsi]=${text}`, 'a', 'b', 'c', 'd'),
        asks(`filters[name][$notContainsi]=${text}`, 'e'),
        asks(`filters[name][$startsWithi]=${text}`, 'a', 'b', 'c', 'd'),
        asks(`filters[name][$endsWithi]=${text}`, 'a', 'b', 'c'),
        asks(`_q=${text}`, 'a', 'b', 'c', 'd'),
        finds(`name: { eqi: "${text}" }`, 'a', 'b', 'c'),
        finds(`name: { containsi: "${text}" }`, 'a', 'b', 'c', 'd'),
      ]),
      ...['Σ', 'σ', 'ς'].flatMap((letter) => [
        asks(`filters[body][$eqi]=${letter}`, 'a', 'b', 'c'),
        asks(`filters[name][$containsi]=${letter}`, 'a', 'b', 'c', 'd'),
      ]),
      // Without i, each form is a letter of its own.
      asks('filters[name]=οδος', 'b'),
      asks('filters[name][$contains]=σ', 'c'),
      asks('filters[name][$endsWith]=ς', 'b'),
    ],
    { needs: ['graphql'] },
  ),
  check(
    'quire.values.entry-booleans',
    { yes: place(true), no: place(false), none: place(null) },
    [
      ...(
        [
          ['yes', true, false],
          ['no', false, true],
          ['none', null, null],
        ] as const
      ).flatMap(([alias, value, other]) => [
        get(`/places/{${alias}.documentId}?${FULL}`, {
          data: {
            flag: value,
            one: shownFlags(value, other),
            many: [shownFlags(value, other)],
            zone: [shownFlags(value, other)],
          },
        }),
        gives(
          `{ place(documentId: "{${alias}.documentId}") { flag one { flag core { flag } cores { flag } } many { flag core { flag } } zone { ... on ComponentSharedShell { flag cores { flag } } } } }`,
          {
            place: {
              ...{
                flag: value,
                one: shownFlags(value, other),
                many: [{ flag: value, core: { flag: value } }],
              },
              zone: [{ flag: value, cores: [{ flag: value }, { flag: other }] }],
            },
          },
        ),
      ]),
      ...FLAGS_AT.flatMap((path) => [
        ...['true', '1', 't'].map((yes) =>
          get(`/places?${OWNED}&filters[${path}]=${yes}`, { some: ['yes'] }),
        ),
        ...['false', '0', 'f'].map((no) => get(`/places?${OWNED}&filters[${path}]=${no}`, { some: ['no'] })),
        get(`/places?${OWNED}&filters[${path}][$ne]=true`, { some: ['no'] }),
        get(`/places?${OWNED}&filters[${path}][$in][0]=true&filters[${path}][$in][1]=false`, {
          some: ['yes', 'no'],
        }),
        get(`/places?${OWNED}&filters[${path}][$null]=true`, { some: ['none'] }),
      ]),
      get(`/places?${OWNED}&filters[one][cores][flag]=true`, { some: ['yes', 'no'] }),
      ...['one.flag', 'one.core.flag'].flatMap((path) => [
        get(`/places?${OWNED}&sort=${path}`, { list: ['none', 'no', 'yes'] }),
        get(`/places?${OWNED}&sort=${path}:desc`, { list: ['yes', 'no', 'none'] }),
      ]),
      gives(
        '{ places(filters: { own: { eq: "{mark}" }, one: { core: { flag: { eq: true } } } }) { one { flag } } }',
        {
          places: [{ one: { flag: true } }],
        },
      ),
    ],
    { deploy: PLACES, needs: ['graphql'] },
  ),
  check(
    'quire.values.near-zero',
    Object.fromEntries(
      TINY.map((value, index) => [tinyAlias(index), plain({ ratio: value, meta: { value } })]),
    ),
    [
      ...TINY.flatMap((value, index) => [
        get(`/plains/{${tinyAlias(index)}.documentId}`, { data: { ratio: value, meta: { value } } }),
        asks(`filters[ratio]=${value}`, tinyAlias(index)),
        asks(`filters[ratio][$in][0]=${value}`, tinyAlias(index)),
        asks(`filters[ratio][$between][0]=${value}&filters[ratio][$between][1]=${value}`, tinyAlias(index)),
        finds(`ratio: { eq: ${value} }`, tinyAlias(index)),
        asks(
          `filters[ratio][$gt]=${value}`,
          ...ascending.filter(([other]) => other > value).map(([, alias]) => alias),
        ),
        asks(
          `filters[ratio][$lte]=${value}`,
          ...ascending.filter(([other]) => other <= value).map(([, alias]) => alias),
        ),
        // As JavaScript spells them.
        asks(
          `filters[ratio][$contains]=${value}`,
          ...ascending.filter(([other]) => String(other).includes(String(value))).map(([, alias]) => alias),
        ),
      ]),
      get(`/plains?${OWN}&sort=ratio`, { list: ascending.map(([, alias]) => alias) }),
      gives(
        `{ plains_connection(filters: { ${MINE}, ratio: { between: [-0.01, 0.01] } }) { aggregate { min { ratio } max { ratio } groupBy { ratio { key } } } } }`,
        {
          plains_connection: {
            aggregate: {
              ...{ min: { ratio: -1e-7 }, max: { ratio: 1e-6 } },
              groupBy: {
                ratio: is.shuffled(...[0, 1e-6, 1e-7, -1e-7, 1e-10, 1.5e-9, 5e-324].map((key) => ({ key }))),
              },
            },
          },
        },
      ),
      // A decimal has six places.
      put('/plains/{d0.documentId}', { price: 1e-6 }, { data: { price: 1e-6 } }),
      get(`/plains?${OWN}&filters[price]=0.000001`, { list: ['d0'] }),
      get(`/plains?${OWN}&filters[price]=1e-6`, { list: ['d0'] }),
      get(`/plains?${OWN}&filters[price][$gt]=1e-7`, { list: ['d0'] }),
      put('/plains/{d0.documentId}', { price: 1e-7 }, { status: 400 }),
      put('/plains/{d0.documentId}', { n: 1e-7 }, { status: 400 }),
    ],
    { needs: ['aggregates'] },
  ),
  ...TEXTS.map(([name, letter]) =>
    check('quire.values.short-texts', {}, fits(letter, Math.floor(255 / letter.length)), { name }),
  ),
  check(
    'quire.values.short-texts',
    { a: article({ seo: { metaTitle: 'a'.repeat(255) }, links: [{ label: 'é'.repeat(255), href: 'h' }] }) },
    [
      get('/articles/{a.documentId}?populate[seo]=true&populate[links]=true', {
        data: { seo: { metaTitle: 'a'.repeat(255) }, links: [{ label: 'é'.repeat(255) }] },
      }),
      get(`/articles?filters[title]={mark}&filters[links][label]=${'é'.repeat(255)}`, { list: ['a'] }),
      ...tooLong({ seo: { metaTitle: 'a'.repeat(256) } }, ['seo', 'metaTitle']),
      ...tooLong({ links: [{ label: 'é'.repeat(256) }] }, ['links', '0', 'label']),
      ...tooLong({ code: '{mark}'.padEnd(300, 'a') }, ['code']),
      ...tooLong({ slug: 'a'.repeat(256) }, ['slug']),
      post(
        '/plains',
        { name: 'a'.repeat(256) },
        { status: 400, error: { details: { errors: [{ path: ['name'] }] } } },
      ),
      // A longer text has no limit.
      post(
        '/plains',
        { body: 'é'.repeat(70_000), mail: '{mark}@conform.test' },
        { data: { body: 'é'.repeat(70_000) } },
      ),
    ],
    { name: 'the next character is a 400' },
  ),
  check(
    'quire.values.empty-text',
    EMPTY,
    [
      ...(['name', 'body'] as const).flatMap((field) => [
        get('/plains/{empty.documentId}', { data: { [field]: '' } }),
        get('/plains/{none.documentId}', { data: { [field]: null } }),
        get('/plains/{space.documentId}', { data: { [field]: ' ' } }),
        asks(`filters[${field}][$eq]=`, 'empty'),
        asks(`filters[${field}][$eqi]=`, 'empty'),
        asks(`filters[${field}][$ne]=`, 'space', 'text'),
        asks(`filters[${field}][$in][0]=&filters[${field}][$in][1]=a`, 'empty', 'text'),
        asks(`filters[${field}][$notIn][0]=`, 'space', 'text'),
        asks(`filters[${field}][$null]=true`, 'none'),
        asks(`filters[${field}][$notNull]=true`, 'empty', 'space', 'text'),
        asks(`filters[${field}][$contains]=`, 'empty', 'space', 'text'),
        asks(`filters[${field}][$startsWith]=`, 'empty', 'space', 'text'),
        asks(`filters[${field}][$endsWithi]=`, 'empty', 'space', 'text'),
        asks(`filters[${field}][$notContains]=`),
        asks(`filters[${field}][$gt]=`, 'space', 'text'),
        asks(`filters[${field}][$lte]=`, 'empty'),
        get(`/plains?${OWN}&sort=${field}`, { list: ['none', 'empty', 'space', 'text'] }),
        get(`/plains?${OWN}&sort=${field}:desc`, { list: ['text', 'space', 'empty', 'none'] }),
        finds(`${field}: { eq: "" }`, 'empty'),
        finds(`${field}: { ne: "" }`, 'space', 'text'),
      ]),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { name { key connection { aggregate { count } } } } } } }`,
        {
          plains_connection: {
            aggregate: {
              groupBy: {
                name: is.shuffled(
                  ...['', ' ', 'a', null].map((key) => ({ key, connection: { aggregate: { count: 1 } } })),
                ),
              },
            },
          },
        },
      ),
      put('/plains/{text.documentId}', { name: '' }, { data: { name: '' } }),
      asks('filters[name][$eq]=', 'empty', 'text'),
      put('/plains/{text.documentId}', { name: null }, { data: { name: null } }),
      asks('filters[name][$null]=true', 'none', 'text'),
    ],
    { needs: ['aggregates'] },
  ),
  check(
    'quire.values.empty-text',
    {
      a: article({ links: [{ label: '', href: 'h' }], seo: { metaTitle: 'm', metaDescription: '' } }),
      b: article({ links: [{ label: null, href: 'h' }], seo: { metaTitle: 'm' } }),
    },
    [
      get('/articles/{a.documentId}?populate[links]=true&populate[seo]=true', {
        data: { links: [{ label: '' }], seo: { metaDescription: '' } },
      }),
      get('/articles?filters[title]={mark}&filters[links][label][$eq]=', { list: ['a'] }),
      get('/articles?filters[title]={mark}&filters[links][label][$null]=true', { list: ['b'] }),
      get('/articles?filters[title]={mark}&filters[seo][metaDescription][$eq]=', { list: ['a'] }),
      get('/articles?filters[title]={mark}&sort=seo.metaDescription', { list: ['b', 'a'] }),
    ],
    { name: 'in entries' },
  ),
];
