// Relations over time: taken targets, versions and locales of both sides, and deleted targets.
import { article, check, del, get, idOf, made, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { ordered } from './relation-orders';

const action = (at: string, name: string): Step => ({
  send: 'POST',
  path: `${at}/actions/${name}`,
  expect: { status: 200 },
});

/** A document and the target that its versions show. `en draft` is a version. */
const shows = (path: string, attribute: string, versions: Readonly<Record<string, string | null>>): Step[] =>
  Object.entries(versions).map(([version, target]) => {
    const [locale, status] = version.split(' ');
    return get(`${path}?populate=${attribute}&locale=${locale}&status=${status}`, {
      data: { [attribute]: target === null ? null : { documentId: idOf(target) } },
    });
  });
const lists = (
  path: string,
  attribute: string,
  versions: Readonly<Record<string, readonly string[]>>,
): Step[] =>
  Object.entries(versions).map(([version, found]) => {
    const [locale, status] = version.split(' ');
    return get(`${path}?populate=${attribute}&locale=${locale}&status=${status}`, {
      at: { [`data.${attribute}.*.documentId`]: found.map(idOf) },
    });
  });

const FRENCH = '{mark} fr';
const SAMPLES = Object.fromEntries(
  ['m', 's', 'o'].map((alias) => [alias, named('/samples', `{mark} ${alias}`)]),
);
const IN_FRENCH = ['m', 's', 'o'].map((alias) =>
  put(`/samples/{${alias}.documentId}?locale=fr`, { name: FRENCH }),
);
const sample = (alias: string): string => `/samples/{${alias}.documentId}`;
const author = (alias: string): string => `/authors/{${alias}.documentId}`;

const RESTAURANT = (locale: string): string => `/restaurants/{r.documentId}?locale=${locale}`;
const PLACES = { manyOne: idOf('r'), manyMany: [idOf('r')] };
const atZoo = (locale: string, isLinked: boolean): Step =>
  get(`/zoos/{z.documentId}?populate[0]=manyOne&populate[1]=manyMany&locale=${locale}`, {
    data: isLinked
      ? { manyOne: { documentId: idOf('r') }, manyMany: [{ documentId: idOf('r') }] }
      : { manyOne: null, manyMany: [] },
  });

export const quireRelationLifeCases: readonly Case[] = [
  check(
    'quire.relations.taken',
    {
      p: made('/profiles', { nick: '{mark}' }),
      a: made('/authors', { name: '{mark} a', profile: idOf('p') }),
      b: named('/authors', '{mark} b'),
    },
    [
      put(`${author('b')}?status=draft`, { profile: idOf('p') }),
      ...shows(author('a'), 'profile', { 'en published': 'p', 'en draft': null }),
      ...shows(author('b'), 'profile', { 'en published': null, 'en draft': 'p' }),
      ...shows('/profiles/{p.documentId}', 'author', { 'en published': 'a', 'en draft': 'b' }),
      action(author('b'), 'publish'),
      ...shows(author('a'), 'profile', { 'en published': null, 'en draft': null }),
      ...shows(author('b'), 'profile', { 'en published': 'p', 'en draft': 'p' }),
      // A writer without drafts writes both rows of the other document.
      put('/profiles/{p.documentId}', { author: idOf('a') }),
      ...shows(author('a'), 'profile', { 'en published': 'p', 'en draft': 'p' }),
      ...shows(author('b'), 'profile', { 'en published': null, 'en draft': null }),
    ],
    { name: 'status' },
  ),
  ...['mate', 'mateOf'].map((attribute) =>
    check(
      'quire.relations.taken',
      SAMPLES,
      [
        ...IN_FRENCH,
        put(sample('s'), { [attribute]: idOf('m') }),
        put(`${sample('s')}?locale=fr`, { [attribute]: idOf('m') }),
        put(`${sample('o')}?locale=fr`, { [attribute]: idOf('m') }),
        ...shows(sample('s'), attribute, {
          'en published': 'm',
          'en draft': 'm',
          'fr published': null,
          'fr draft': null,
        }),
        ...shows(sample('o'), attribute, { 'en published': null, 'fr published': 'm', 'fr draft': 'm' }),
        put(`${sample('s')}?locale=fr&status=draft`, { [attribute]: idOf('m') }),
        ...shows(sample('s'), attribute, { 'en published': 'm', 'fr published': null, 'fr draft': 'm' }),
        ...shows(sample('o'), attribute, { 'fr published': 'm', 'fr draft': null }),
        put(`${sample('s')}?locale=fr`, { name: FRENCH }),
        ...shows(sample('s'), attribute, {
          'fr published': attribute === 'mate' ? 'm' : null,
          'fr draft': 'm',
        }),
        ...shows(sample('o'), attribute, {
          'fr published': attribute === 'mate' ? null : 'm',
          'fr draft': null,
        }),
        put(sample('m'), { [attribute]: idOf('m') }),
        ...shows(sample('m'), attribute, { 'en published': 'm', 'en draft': 'm', 'fr published': null }),
        ...shows(sample('s'), attribute, { 'en published': null, 'en draft': null, 'fr draft': 'm' }),
      ],
      { name: `locale, ${attribute}` },
    ),
  ),
  check(
    'quire.relations.inverse-rows',
    { c: named('/categories'), a: article() },
    [
      ...['fr', 'de'].map((locale) => put(`/articles/{a.documentId}?locale=${locale}`, { title: '{mark}' })),
      put('/categories/{c.documentId}', {
        articles: { connect: ['en', 'fr'].map((locale) => ({ documentId: idOf('a'), locale })) },
      }),
      ...(['en', 'fr', 'de'] as const).flatMap((locale) =>
        ['draft', 'published'].map((status) =>
          get(`/articles/{a.documentId}?locale=${locale}&status=${status}&populate=category`, {
            data: { category: locale === 'de' ? null : { documentId: idOf('c') } },
          }),
        ),
      ),
    ],
    { name: 'two locales of one document' },
  ),
  check('quire.relations.inverse-rows', SAMPLES, [
    ...IN_FRENCH,
    put(`${sample('s')}?locale=fr`, { friendOf: [idOf('m'), idOf('o')], children: [idOf('m')] }),
    ...shows(sample('m'), 'parent', {
      'en published': null,
      'en draft': null,
      'fr published': 's',
      'fr draft': 's',
    }),
    ...lists(sample('m'), 'friends', {
      'en published': [],
      'en draft': [],
      'fr published': ['s'],
      'fr draft': ['s'],
    }),
    put(`${sample('s')}?locale=fr&status=draft`, { friendOf: { disconnect: [idOf('m')] }, children: [] }),
    put(`${sample('s')}?locale=fr`, { name: FRENCH }),
    ...shows(sample('m'), 'parent', { 'fr published': 's', 'fr draft': null }),
    ...lists(sample('m'), 'friends', { 'fr published': ['s'], 'fr draft': [] }),
    ...lists(sample('o'), 'friends', { 'fr published': ['s'], 'fr draft': ['s'] }),
    action(sample('m'), 'publish?locale=fr'),
    ...shows(sample('m'), 'parent', { 'fr published': null }),
    ...lists(sample('m'), 'friends', { 'fr published': [] }),
    put(`${sample('s')}?locale=fr&status=draft`, { children: [idOf('o')] }),
    ...shows(sample('o'), 'parent', { 'en draft': null, 'fr published': null, 'fr draft': 's' }),
    put(`${sample('m')}?locale=fr`, { children: [idOf('o')] }),
    ...shows(sample('o'), 'parent', { 'en published': null, 'fr published': 'm', 'fr draft': 'm' }),
    ...lists(sample('s'), 'children', { 'fr published': [], 'fr draft': [] }),
  ]),
  check(
    'quire.relations.lifecycle',
    {},
    [
      put('/focus', { name: 'one' }, {}, { save: 'f' }),
      post(
        '/viewers',
        {
          focus: idOf('f'),
          all: [idOf('f')],
          any: [{ __type: 'api::focus.focus', documentId: idOf('f') }],
        },
        {},
        { save: 'a' },
      ),
      get('/viewers/{a.documentId}?populate=*', {
        data: { focus: { name: 'one' }, all: [{ name: 'one' }], any: [{ name: 'one' }] },
      }),
      del('/focus', { status: 204 }),
      put('/focus', { name: 'two' }),
      get('/viewers/{a.documentId}?populate=*', { data: { focus: null, all: [], any: [] } }),
    ],
    { name: 'a single type', deploy: OWN_TYPES },
  ),
  check(
    'quire.relations.lifecycle',
    { r: made('/restaurants', { Name: '{mark}' }) },
    [
      put(RESTAURANT('fr'), { Name: FRENCH }),
      post('/zoos', { name: '{mark}', ...PLACES }, {}, { save: 'z' }),
      put('/zoos/{z.documentId}?locale=fr', { name: FRENCH, ...PLACES }),
      ...['en', 'fr'].map((locale) => atZoo(locale, true)),
      del(RESTAURANT('fr'), { status: 204 }),
      atZoo('en', true),
      atZoo('fr', false),
      put(RESTAURANT('fr'), { Name: FRENCH }),
      atZoo('fr', true),
      del(RESTAURANT('en'), { status: 204 }),
      atZoo('en', false),
      atZoo('fr', true),
    ],
    { name: 'locales' },
  ),
  check(
    'quire.relations.lifecycle',
    { a: plain(), b: plain(), l: made('/labels', { name: '{mark}', plains: [idOf('b'), idOf('a')] }) },
    [
      del('/plains/{b.documentId}', { status: 204 }),
      ordered('/labels/{l.documentId}', 'plains', ['a']),
      put('/labels/{l.documentId}', { plains: { connect: [idOf('b')] } }, { status: 400 }),
      ordered('/labels/{l.documentId}', 'plains', ['a']),
    ],
    { name: 'the source' },
  ),
];
