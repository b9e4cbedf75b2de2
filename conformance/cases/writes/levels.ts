// The rules of component entries at each depth: as an attribute, in a component, in a list and in a zone.
import { check, del, get, INVALID, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { bodyAt, dataAt, LISTS, PLACES, SHOWN } from '../levels';
import { OWN_TYPES } from '../own-types';
import { is, type Pattern } from '../pattern';

const deploy = OWN_TYPES;
const EMPTY = { a: made('/levels', { title: '{mark}' }) };
const A = '/levels/{a.documentId}';
const wrong = (path: string): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { errors: [{ path: path.split('.') }] } },
});
const publish = (alias: string, expect: Expectation): Step => ({
  send: 'POST',
  path: `/levels/{${alias}.documentId}/actions/publish`,
  expect,
});

/** A leaf that is refused, and the attribute of its issue. */
const WRONG: readonly (readonly [leaf: object, attribute: string])[] = [
  [{}, 'word'],
  [{ word: null }, 'word'],
  [{ word: 'a' }, 'word'],
  [{ word: 'abcd' }, 'word'],
  [{ word: 5 }, 'word'],
  [{ word: 'ok', num: -1 }, 'num'],
  [{ word: 'ok', num: 6 }, 'num'],
  [{ word: 'ok', num: 1.5 }, 'num'],
  [{ word: 'ok', kind: 'three' }, 'kind'],
  [{ word: 'ok', on: 'maybe' }, 'on'],
];
/** A draft may have these leaves; publishing refuses them. */
const INCOMPLETE = [{}, { word: null }, { word: 'a' }, { word: 'ok', num: -1 }];
const KEYS = ['nope', 'locale', 'publishedAt', 'documentId', 'createdAt'];

/** Bodies with a list of this many leaves, and the path of the list. */
const lists = (count: number): [body: object, path: string][] =>
  LISTS.map((path) => {
    const leaves = Array(count).fill({ word: 'ok' });
    const body = bodyAt(path, leaves);
    return [body, path];
  });

const LEAF = { word: 'abc', uq: '{mark}', on: true, num: 3, kind: 'one' };
const LINKED = { ...LEAF, tag: '{t.documentId}', tags: ['{u.documentId}', '{t.documentId}'] };
const TAGS = { t: named('/tags', 't'), u: named('/tags', 'u'), v: named('/tags', 'v') };
const shows = (place: string, pattern: Pattern, words = ''): Step =>
  get(`${A}?${SHOWN}${words}`, { at: dataAt(place, pattern) });
/** A list by the names of its documents. */
const tags = (...shown: string[]): Pattern => shown.map((name) => ({ name }));

/** The entries above a place keep their ids too: `zone.1.leaf` → the ids of zone.0, zone.1 and zone.1.leaf. */
function byId(place: string, leaf: object): Readonly<Record<string, unknown>> {
  const mark = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => mark(one, `${path}.${index}`));
    const { word: _, ...entry } = Object(value) as Record<string, unknown>;
    const inner = Object.entries(entry).map(([key, one]) => [
      key,
      typeof one === 'object' && one !== null ? mark(one, `${path}.${key}`) : one,
    ]);
    return { ...Object.fromEntries(inner), ...(path === place ? leaf : {}), id: `{was.${path}.id}` };
  };
  return Object.fromEntries(Object.entries(bodyAt(place, {})).map(([key, value]) => [key, mark(value, key)]));
}

/** An entry of a zone names its component. */
const branchAt = (place: string, entry: object): object =>
  place.startsWith('zone') ? { __component: 'shared.branch', ...entry } : entry;

const everywhere = (steps: (place: string) => readonly Step[]): Step[] => PLACES.flatMap(steps);

export const quireLevelCases: readonly Case[] = [
  check(
    'quire.levels.refused',
    EMPTY,
    [
      ...everywhere((place) =>
        WRONG.map(([leaf, at]) => put(A, bodyAt(place, leaf), wrong(`${place}.${at}`))),
      ),
      ...everywhere((place) => KEYS.map((key) => put(A, bodyAt(place, { word: 'ok', [key]: 1 }), INVALID))),
      ...everywhere((place) =>
        // In a zone, an entry without a component has another issue.
        /^zone.\d$/.test(place) ? [] : ['x', 3, []].map((leaf) => put(A, bodyAt(place, leaf), wrong(place))),
      ),
      ...LISTS.map((path) => put(A, bodyAt(`${path}.1`, null), wrong(`${path}.1`))),
      put(A, { zone: [null] }, wrong('zone.0')),
      put(
        A,
        { zone: [{ __component: 'shared.leaf', word: 'ok' }, { __component: 'shared.link' }] },
        wrong('zone.1.__component'),
      ),
      ...[1, 4].flatMap((count) => lists(count).map(([body, path]) => put(A, body, wrong(path)))),
      ...[2, 3].flatMap((count) => lists(count).map(([body]) => put(A, body, { status: 200 }))),
    ],
    { deploy },
  ),
  check(
    'quire.levels.publish',
    {},
    [
      ...everywhere((place) =>
        INCOMPLETE.flatMap((leaf) => [
          post('/levels?status=draft', bodyAt(place, leaf), { status: 201 }, { save: 'd' }),
          publish('d', INVALID),
          put('/levels/{d.documentId}', { title: 't' }, INVALID),
          get('/levels/{d.documentId}', { status: 404 }),
        ]),
      ),
      ...lists(1).flatMap(([body, path]) => [
        post('/levels?status=draft', body, { status: 201 }, { save: 'd' }),
        publish('d', wrong(path)),
        put('/levels/{d.documentId}', { title: 't' }, wrong(path)),
      ]),
      ...everywhere((place) => [
        post('/levels?status=draft', bodyAt(place, { word: 'a' }), { status: 201 }, { save: 'd' }),
        put('/levels/{d.documentId}?status=draft', bodyAt(place, { word: 'ok' })),
        publish('d', { status: 200 }),
      ]),
    ],
    { deploy },
  ),
  check(
    'quire.levels.defaults',
    {},
    everywhere((place) => [
      post('/levels', bodyAt(place, { word: 'ok' }), {}, { save: 'a' }),
      shows(place, { word: 'ok', uq: null, on: false, num: 0, kind: 'two', tag: null, tags: [] }),
      put(A, bodyAt(place, { word: 'ok', on: null, num: null, kind: null })),
      shows(place, { on: null, num: null, kind: null }),
    ]),
    { deploy },
  ),
  check(
    'quire.levels.ids',
    TAGS,
    everywhere((place) => [
      post('/levels', bodyAt(place, LINKED), {}, { save: 'a' }),
      get(`${A}?${SHOWN}`, {}, { save: 'was' }),
      put(A, byId(place, { word: 'new' })),
      ...['', '&status=draft'].map((words) =>
        shows(
          place,
          { ...LEAF, word: 'new', id: `{was.${place}.id}`, tag: { name: 't' }, tags: tags('u', 't') },
          words,
        ),
      ),
      put(
        A,
        byId(place, {
          num: null,
          tag: null,
          tags: { connect: [{ documentId: '{v.documentId}', position: { before: '{t.documentId}' } }] },
        }),
      ),
      shows(place, {
        ...LEAF,
        word: 'new',
        num: null,
        id: `{was.${place}.id}`,
        tag: null,
        tags: tags('u', 'v', 't'),
      }),
      put(
        A,
        byId(place, {
          tags: {
            disconnect: ['{u.documentId}'],
            connect: [{ documentId: '{t.documentId}', position: { start: true } }],
          },
        }),
      ),
      shows(place, { tags: tags('t', 'v') }),
      put(A, byId(place, { tags: ['{v.documentId}', '{u.documentId}'], tag: '{v.documentId}' })),
      shows(place, { tags: tags('v', 'u'), tag: { name: 'v' }, uq: '{mark}' }),
      // A new document has entries of its own.
      post(
        '/levels',
        bodyAt(place, { word: 'own', id: `{was.${place}.id}` }),
        { status: 201 },
        { save: 'b' },
      ),
      get(`/levels/{b.documentId}?${SHOWN}`, {
        at: dataAt(place, { word: 'own', id: is.not(`{was.${place}.id}`) }),
      }),
      shows(place, { word: 'new', id: `{was.${place}.id}` }),
      ...['a', 'b'].map((alias) => del(`/levels/{${alias}.documentId}`)),
    ]),
    { deploy },
  ),
  check(
    'quire.levels.ids',
    TAGS,
    ['branch', 'branches.0', 'zone.1'].flatMap((place) => {
      const inner = { leaf: LINKED, leaves: [{ ...LINKED, uq: null }, { word: 'ok' }] };
      const kept = {
        leaf: { ...LEAF, id: `{was.${place}.leaf.id}`, tag: { name: 't' }, tags: tags('u', 't') },
        leaves: [
          { ...LEAF, uq: null, id: `{was.${place}.leaves.0.id}`, tag: { name: 't' }, tags: tags('u', 't') },
          { word: 'ok', id: `{was.${place}.leaves.1.id}` },
        ],
      };
      const was = `{was.${place}.id}`;
      return [
        post('/levels', bodyAt(place, branchAt(place, { label: 'a', ...inner })), {}, { save: 'a' }),
        get(`${A}?${SHOWN}`, {}, { save: 'was' }),
        put(A, bodyAt(place, branchAt(place, { id: was, label: 'b' }))),
        ...['', '&status=draft'].map((words) => shows(place, { id: was, label: 'b', ...kept }, words)),
        put(A, bodyAt(place, branchAt(place, { id: was, leaf: null }))),
        shows(place, { id: was, label: 'b', leaf: null, leaves: kept.leaves }),
        put(A, bodyAt(place, branchAt(place, { id: was, leaves: [] }))),
        shows(place, { id: was, label: 'b', leaf: null, leaves: [] }),
        put(A, bodyAt(place, branchAt(place, { label: 'c' }))),
        shows(place, { label: 'c', leaf: null, leaves: [] }),
        del(A),
      ];
    }),
    { name: 'entries inside', deploy },
  ),
  check(
    'quire.levels.id-twice',
    {},
    ['branches', 'zone', 'branch.leaves'].flatMap((path) => {
      const entry =
        path === 'zone'
          ? { __component: 'shared.leaf', word: 'ok' }
          : path === 'branches'
            ? { label: 'x' }
            : { word: 'ok' };
      const twice = { ...entry, id: `{was.${path}.0.id}` };
      return [
        post('/levels', bodyAt(path, [entry, entry]), {}, { save: 'a' }),
        get(`${A}?${SHOWN}`, {}, { save: 'was' }),
        put(A, bodyAt(path, [twice, twice]), { status: 400 }),
      ];
    }),
    { deploy },
  ),
  check(
    'quire.levels.unique',
    {},
    everywhere((place) => [
      post('/levels', bodyAt(place, { word: 'ok', uq: '{mark} 1' }), { status: 201 }, { save: 'a' }),
      post('/levels', bodyAt(place, { word: 'ok', uq: '{mark} 1' }), wrong(`${place}.uq`)),
      post(
        '/levels?locale=fr',
        bodyAt(place, { word: 'ok', uq: '{mark} 1' }),
        { status: 201 },
        { save: 'f' },
      ),
      post(
        '/levels?status=draft',
        bodyAt(place, { word: 'ok', uq: '{mark} 1' }),
        { status: 201 },
        { save: 'd' },
      ),
      publish('d', INVALID),
      put(A, { title: 'kept' }, { status: 200 }),
      publish('d', INVALID),
      put(A, bodyAt(place, { word: 'ok', uq: '{mark} 2' }), { status: 200 }),
      publish('d', { status: 200 }),
      put('/levels/{f.documentId}', { title: 'en' }, { status: 200 }),
      del('/levels/{f.documentId}?locale=fr', { status: 204 }),
      post(
        '/levels?locale=fr',
        bodyAt(place, { word: 'ok', uq: '{mark} 1' }),
        { status: 201 },
        { save: 'g' },
      ),
      ...['a', 'd', 'f', 'g'].map((alias) => del(`/levels/{${alias}.documentId}?locale=*`)),
    ]),
    { deploy },
  ),
  check(
    'quire.levels.unique',
    {},
    LISTS.flatMap((path) => [
      post(
        '/levels',
        bodyAt(path, [
          { word: 'ok', uq: '{mark} 1' },
          { word: 'no', uq: '{mark} 1' },
        ]),
        {
          status: 400,
          error: {
            details: {
              errors: is.shuffled(...['0', '1'].map((at) => ({ path: [...path.split('.'), at, 'uq'] }))),
            },
          },
        },
      ),
      post(
        '/levels',
        bodyAt(path, [
          { word: 'ok', uq: '' },
          { word: 'no', uq: '' },
        ]),
        { status: 201 },
        { save: 'a' },
      ),
      del(A),
    ]),
    { name: 'twice in one body', deploy },
  ),
];
