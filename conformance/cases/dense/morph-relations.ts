// Polymorphic relations inside components, and their inverse sides.
import { check, del, get, INVALID, invalidQuery, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { gives } from '../graphql-build';
import { OWN_TYPES } from '../own-types';
import { exactly, is, type Pattern } from '../pattern';

const T = { __type: 'api::tag.tag', documentId: '{t.documentId}' };
const L = { __type: 'api::label.label', documentId: '{l.documentId}' };
const TAG = { ...T, name: '{mark} t' };
const LABEL = { ...L, name: '{mark} l' };
/** Of the component at each place. */
const mixed = (one: Pattern, many: readonly Pattern[]): Pattern => ({
  any: one,
  many: exactly(many),
});
const mixes = (part: Pattern, parts: readonly Pattern[], zone: readonly Pattern[]): Step[] =>
  [
    { of: 'part', query: 'populate[part][populate]=*', expect: part },
    { of: 'parts', query: 'populate[parts][populate]=*', expect: exactly(parts) },
    {
      ...{ of: 'zone', query: 'populate[zone][on][shared.mixed][populate]=*' },
      expect: exactly(zone),
    },
  ].map(({ of, query, expect }) => get(`/mixers/{m.documentId}?${query}`, { data: { [of]: expect } }));

/** The names of the badges that the inverse sides of a theme show. */
const themed = (
  theme: string,
  query: string,
  one: string | null,
  all: readonly string[],
  among: readonly string[],
): Step =>
  get(`/themes/{${theme}.documentId}?populate=*${query}`, {
    data: {
      spot: one === null ? null : { name: one },
      spots: is.both(is.length(all.length), is.shuffled(...all.map((name) => ({ name })))),
      among: is.both(is.length(among.length), is.shuffled(...among.map((name) => ({ name })))),
    },
  });
const toTheme = (alias: string): object => ({
  __type: 'api::theme.theme',
  documentId: `{${alias}.documentId}`,
});

export const quireMorphRelationCases: readonly Case[] = [
  check(
    'quire.relations.polymorphic-in-entries',
    { t: named('/tags', '{mark} t'), l: named('/labels', '{mark} l') },
    [
      post(
        '/mixers',
        {
          name: '{mark}',
          part: { label: 'p', any: L, many: [L, T] },
          parts: [{ any: T }, { many: [T] }],
          zone: [{ __component: 'shared.mixed', any: T, many: [T, L] }],
        },
        { status: 201 },
        { save: 'm' },
      ),
      ...mixes(mixed(LABEL, [LABEL, TAG]), [mixed(TAG, []), mixed(null, [TAG])], [mixed(TAG, [TAG, LABEL])]),
      get('/mixers/{m.documentId}?populate[0]=part&populate[1]=parts', {}, { save: 'n' }),
      put('/mixers/{m.documentId}', {
        part: { id: '{n.part.id}', any: T, many: { disconnect: [L] } },
        parts: [
          { id: '{n.parts.1.id}', many: { connect: [{ ...L, position: { start: true } }] } },
          { id: '{n.parts.0.id}', any: null },
        ],
      }),
      ...mixes(mixed(TAG, [TAG]), [mixed(null, [LABEL, TAG]), mixed(null, [])], [mixed(TAG, [TAG, LABEL])]),
      put('/mixers/{m.documentId}', { part: { any: '{t.documentId}' } }, { status: 400 }),
      put('/mixers/{m.documentId}', { part: { any: { ...T, __type: 'api::none.none' } } }, { status: 400 }),
      get('/mixers/{m.documentId}?populate[part][populate][many][on][api::tag.tag]=true', {
        data: { part: { many: exactly([TAG]) } },
      }),
      // The delete of a document removes its links from each entry.
      del('/tags/{t.documentId}'),
      ...mixes(mixed(null, []), [mixed(null, [LABEL]), mixed(null, [])], [mixed(null, [LABEL])]),
    ],
    { deploy: OWN_TYPES },
  ),
  check(
    'quire.relations.polymorphic-inverse',
    {
      t: named('/themes', '{mark} t'),
      u: named('/themes', '{mark} u'),
      g: named('/tags'),
      a: made('/badges', {
        name: 'a',
        one: toTheme('t'),
        many: [toTheme('u'), toTheme('t'), { __type: 'api::tag.tag', documentId: '{g.documentId}' }],
      }),
      b: made('/badges', { name: 'b', one: toTheme('u'), many: [toTheme('t')] }),
    },
    [
      themed('t', '', 'a', ['a'], ['a', 'b']),
      themed('u', '', 'b', ['b'], ['a']),
      // A change of the draft is not shown before it is published.
      put('/badges/{b.documentId}?status=draft', { one: toTheme('t'), many: [] }),
      themed('t', '', 'a', ['a'], ['a', 'b']),
      themed('u', '&status=draft', null, [], ['a']),
      get(
        '/themes/{t.documentId}?status=draft&populate[spots][fields]=name&populate[spots][sort]=name:desc&populate[among]=true',
        {
          data: { spots: [{ name: 'b' }, { name: 'a' }], among: exactly([{ name: 'a' }]) },
        },
      ),
      { send: 'POST', path: '/badges/{b.documentId}/actions/publish', expect: { status: 200 } },
      themed('u', '', null, [], ['a']),
      get('/themes/{t.documentId}?populate[spots][filters][name]=b&populate[among][count]=true', {
        data: { spots: exactly([{ name: 'b' }]), among: { count: 1 } },
      }),
      gives(
        '{ theme(documentId: "{t.documentId}") { spots(sort: "name") { name } among_connection { nodes { name } } } }',
        {
          theme: { spots: [{ name: 'a' }, { name: 'b' }], among_connection: { nodes: [{ name: 'a' }] } },
        },
      ),
      ...['spot', 'spots', 'among'].flatMap((name) => [
        invalidQuery(`/themes?filters[${name}][name]=a`, { details: { key: name, param: 'filters' } }),
        invalidQuery(`/themes?sort=${name}.name`, { details: { key: name, param: 'sort' } }),
        put('/themes/{t.documentId}', { [name]: [] }, INVALID),
      ]),
      del('/badges/{a.documentId}'),
      themed('t', '', 'b', ['b'], []),
      del('/themes/{t.documentId}'),
      get('/badges/{b.documentId}?populate=one', { data: { one: null } }),
    ],
    { deploy: OWN_TYPES },
  ),
];
