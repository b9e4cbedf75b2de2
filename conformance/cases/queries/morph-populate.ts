// Cases of populate of polymorphic relations: each form, for a list and for one document.
import { check, get, invalidQuery, made, named } from '../build';
import type { Case, Step } from '../case';
import { exactly, is, type Pattern } from '../pattern';

const TAG = { __type: 'api::tag.tag', documentId: '{t.documentId}', name: '{mark}' };
const SAMPLE = { __type: 'api::sample.sample', documentId: '{s.documentId}', name: '{mark} s' };
const LINKED = { ref: { label: 'r' }, tags: [{ name: '{mark}' }] };
const BARE = is.noKeys('tags', 'ref');

/** `name`: the relation, in queries. */
const shows = (name: string, query: string, expect: Pattern): Step =>
  get(`/zoos/{z.documentId}?${query.replaceAll('NAME', name)}`, { data: { [name]: expect } });
const list = (...all: Pattern[]): Pattern => exactly(all);
/** What the list shows, and what the single relation shows: the sample. */
const both = (query: string, many: Pattern, one: Pattern): Step[] => [
  shows('morphMany', query, many),
  shows('morphOne', query, one),
];
const ON = 'populate[NAME][on][api::sample.sample]';
const refused = (query: string, details: { readonly [key: string]: Pattern } = {}): Step[] =>
  ['morphMany', 'morphOne'].map((name) =>
    invalidQuery(
      `/zoos?${query.replaceAll('NAME', name)}`,
      Object.keys(details).length > 0
        ? {
            details: Object.fromEntries(
              Object.entries(details).map(([key, value]) => [key, filled(value, name)]),
            ),
          }
        : { message: is.matching(`Invalid nested populate for zoo\\.${name}`) },
    ),
  );
const filled = (value: Pattern, name: string): Pattern =>
  typeof value === 'string' ? value.replaceAll('NAME', name) : value;

export const quireMorphPopulateCases: readonly Case[] = [
  check(
    'quire.populate.polymorphic',
    {
      t: named('/tags'),
      s: made('/samples', {
        ...{ name: '{mark} s', tags: ['{t.documentId}'] },
        ref: { label: 'r', target: '{t.documentId}' },
      }),
      z: made('/zoos', {
        name: '{mark}',
        morphOne: { __type: 'api::sample.sample', documentId: '{s.documentId}' },
        morphMany: [
          { __type: 'api::tag.tag', documentId: '{t.documentId}' },
          { __type: 'api::sample.sample', documentId: '{s.documentId}' },
        ],
      }),
    },
    [
      ...both('populate=NAME', list(TAG, is.both(BARE, SAMPLE)), is.both(BARE, SAMPLE)),
      ...both('populate[NAME]=true', list(TAG, is.both(BARE, SAMPLE)), is.both(BARE, SAMPLE)),
      ...both(`${ON}=*`, list({ ...SAMPLE, ...LINKED }), { ...SAMPLE, ...LINKED }),
      ...both(`${ON}=true`, list(is.both(BARE, SAMPLE)), is.both(BARE, SAMPLE)),
      ...both(`${ON}=false&populate[NAME][on][api::tag.tag]=true`, list(TAG), null),
      ...both('populate[NAME][on][api::article.article]=true', [], null),
      ...both(
        `${ON}[fields]=name`,
        list(is.both(is.noKeys('createdAt', 'tags'), SAMPLE)),
        is.both(is.noKeys('createdAt', 'tags'), SAMPLE),
      ),
      ...both(
        `${ON}[populate]=tags`,
        list(is.both(is.noKeys('ref'), { ...SAMPLE, tags: LINKED.tags })),
        is.both(is.noKeys('ref'), { ...SAMPLE, tags: LINKED.tags }),
      ),
      ...both(
        `${ON}[populate][ref][populate]=target`,
        list({ ...SAMPLE, ref: { label: 'r', target: { name: '{mark}' } } }),
        { ...SAMPLE, ref: { label: 'r', target: { name: '{mark}' } } },
      ),
      ...both(`${ON}[filters][name]={mark} s`, list(SAMPLE), SAMPLE),
      ...both(`${ON}[filters][name]={mark}`, [], null),
      ...both('populate[NAME][populate]=*', list({ ...TAG, articles: [] }, { ...SAMPLE, ...LINKED }), {
        ...SAMPLE,
        ...LINKED,
      }),
      // Each type takes the relations that it has.
      ...both(
        'populate[0]=NAME.tags',
        list(is.both(is.noKeys('articles'), TAG), { ...SAMPLE, tags: LINKED.tags }),
        {
          ...SAMPLE,
          tags: LINKED.tags,
        },
      ),
      ...both('populate[0]=NAME.ref.target', list(TAG, { ref: { target: { name: '{mark}' } } }), {
        ref: { label: 'r', target: { name: '{mark}' } },
      }),
      ...refused('populate[0]=NAME.nothing', { key: 'nothing', path: 'NAME.nothing' }),
      ...refused('populate[NAME][populate]=tags', { key: 'populate', path: 'NAME' }),
      ...refused('populate[NAME][on][api::none.none]=true', {
        key: 'api::none.none',
        path: 'NAME.on.api::none.none',
      }),
      ...refused(`${ON}=tags`, { key: 'tags', path: 'NAME.on.api::sample.sample' }),
      ...refused(`${ON}[populate]=nothing`, { key: 'nothing', path: 'NAME.on.api::sample.sample' }),
      ...refused(`${ON}[nothing]=1`, { key: 'nothing', path: 'NAME.on.api::sample.sample' }),
      ...refused(`${ON}[fields]=nothing`, { key: 'nothing' }),
      ...['[fields]=name', '[filters][name]=x', '[sort]=name', '[on]=api::tag.tag'].flatMap((word) =>
        refused(`populate[NAME]${word}`),
      ),
    ],
  ),
];
