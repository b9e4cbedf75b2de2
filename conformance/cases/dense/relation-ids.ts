// Cases of filters that compare a relation itself.
import { check, get, named, OWN, plain } from '../build';
import type { Case, Step } from '../case';

/** A relation compares its id, also inside `$and`, `$or` and `$not`; a component has no id. */
const BY_ID = {
  g: named('/groups', 'ant'),
  h: named('/groups', 'bee'),
  a: plain({ group: '{g.documentId}' }),
  b: plain({ group: '{h.documentId}' }),
  c: plain({ group: '{g.documentId}' }),
  d: plain(),
};
const compares = (words: string, ...some: string[]): Step => get(`/plains?${OWN}&${words}`, { some });
const component = (words: string, key: string): Step =>
  get(`/samples?${words}`, {
    status: 400,
    error: { name: 'ValidationError', details: { key, path: 'seo', source: 'query' } },
  });

export const quireRelationIdCases: readonly Case[] = [
  check(
    'quire.filters.forms',
    BY_ID,
    [
      compares('filters[group]={g.id}', 'a', 'c'),
      compares('filters[group][$eq]={g.id}', 'a', 'c'),
      compares('filters[group][$not][$eq]={g.id}', 'b'),
      compares('filters[group][$or][0][$eq]={g.id}&filters[group][$or][1][$eq]={h.id}', 'a', 'b', 'c'),
      compares('filters[group][$and][0][$gte]={g.id}&filters[group][$and][1][$lt]={h.id}', 'a', 'c'),
      compares('filters[group][$or][0][name]=bee&filters[group][$or][1][$in]={g.id}', 'a', 'b', 'c'),
      ...['$eq', '$not][$eq', '$and][0][$gt', '$or][0][$in'].map((word) =>
        component(`filters[seo][${word}]=1`, word.split('[').at(-1) ?? ''),
      ),
    ],
    { name: 'ids of relations' },
  ),
];
