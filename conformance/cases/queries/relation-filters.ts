// Cases of filters on related documents and on entries of components.
import { article, asks, check, get, named, plain } from '../build';
import type { Case } from '../case';

const TWO = {
  l: named('/labels', '{mark} l'),
  m: named('/labels', '{mark} m'),
  a: plain({ labels: ['{l.documentId}', '{m.documentId}'] }),
  b: plain({ labels: ['{m.documentId}'] }),
  c: plain(),
};

export const quireRelationFilterCases: readonly Case[] = [
  check('quire.filters.one-document', TWO, [
    asks('filters[labels][name][$endsWith]=l&filters[labels][documentId][$eq]={l.documentId}', 'a'),
    asks('filters[labels][name][$endsWith]=l&filters[labels][documentId][$eq]={m.documentId}'),
  ]),
  check(
    'quire.filters.one-document',
    TWO,
    [
      asks('filters[labels][0][name][$endsWith]=l&filters[labels][1][documentId]={l.documentId}', 'a'),
      asks('filters[labels][0][name][$endsWith]=l&filters[labels][1][documentId]={m.documentId}'),
    ],
    { name: 'in a list' },
  ),
  check(
    'quire.filters.two-documents',
    TWO,
    [
      asks('filters[labels][0]={l.id}&filters[labels][1]={m.id}', 'a', 'b'),
      asks('filters[labels]={l.id}', 'a'),
      asks('filters[labels][0]={l.id}', 'a'),
    ],
    { name: 'a list of ids' },
  ),
  check('quire.filters.two-documents', TWO, [
    asks(
      'filters[$and][0][labels][name][$endsWith]=l&filters[$and][1][labels][documentId][$eq]={m.documentId}',
      'a',
    ),
  ]),
  check('quire.filters.not-relation', TWO, [
    asks('filters[$not][labels][name][$endsWith]=l', 'b', 'c'),
    asks('filters[$not][labels][name][$endsWith]=m', 'c'),
  ]),
  check(
    'quire.filters.component',
    {
      a: article({
        links: [
          { label: '{mark}1', href: '/1' },
          { label: '{mark}2', href: '/2' },
        ],
      }),
    },
    [
      get('/articles?filters[links][label][$eq]={mark}1&filters[links][href][$eq]=/1', { list: ['a'] }),
      get('/articles?filters[links][label][$eq]={mark}1&filters[links][href][$eq]=/2', { list: [] }),
    ],
  ),
  check('quire.filters.no-related', TWO, [
    asks('filters[labels][id][$null]=true', 'c'),
    asks('filters[labels][documentId][$null]=true', 'c'),
    asks('filters[labels][name][$null]=true', 'c'),
    asks('filters[labels][$or][0][id][$null]=true&filters[labels][$or][1][name][$endsWith]=l', 'a', 'c'),
    asks('filters[$or][0][labels][id][$null]=true&filters[$or][1][labels][name][$endsWith]=l', 'a', 'c'),
    asks('filters[labels][$or][0][$null]=true&filters[labels][$or][1][name][$endsWith]=l', 'a', 'c'),
    asks('filters[group][$or][0][name]=x&filters[group][$or][1][$null]=true', 'a', 'b', 'c'),
    asks('filters[labels][$not][name][$notNull]=true', 'c'),
    asks('filters[labels][$not][$not][name][$null]=true', 'c'),
    asks('filters[labels][$and][0][name][$null]=true&filters[labels][$and][1][id][$null]=true', 'c'),
    asks('filters[labels][$or][0][name]=x&filters[labels][$or][1][$not][id][$notNull]=true', 'c'),
    asks('filters[group][plains][name][$null]=true', 'a', 'b', 'c'),
    asks('filters[group][plains][id][$null]=true&filters[labels][name][$null]=true', 'c'),
  ]),
  check('quire.filters.no-related.other', TWO, [
    asks('filters[labels][name][$ne]=x', 'a', 'b'),
    asks('filters[labels][$not][name]=x', 'a', 'b'),
    asks('filters[labels][id][$notNull]=true', 'a', 'b'),
    asks('filters[labels][id][$null]=true&filters[labels][name]=x'),
    asks('filters[labels][$not][name][$null]=true', 'a', 'b'),
    asks('filters[labels][$not][name][$ne]=x'),
    asks('filters[labels][$not][$or][0][name]=x&filters[labels][$not][$or][1][name][$null]=true', 'a', 'b'),
    asks('filters[labels][$and][0][name][$null]=true&filters[labels][$and][1][name][$ne]=x'),
  ]),
  check(
    'quire.filters.no-entry',
    {
      a: article({ seo: { metaTitle: 't', metaDescription: 'd' } }),
      b: article({ seo: { metaTitle: 't' } }),
      c: article(),
    },
    [
      get('/articles?filters[title][$eq]={mark}&filters[seo][metaDescription][$null]=true', {
        some: ['b', 'c'],
      }),
    ],
  ),
  check(
    'quire.filters.no-entry',
    {
      a: article({ seo: { metaTitle: 't', metas: [{ key: 'k' }] }, links: [{ label: 'l' }] }),
      b: article({ seo: { metaTitle: 't', metas: [] }, links: [] }),
      c: article({ links: [{ href: '/' }] }),
    },
    (
      [
        ['[seo][$null]=true', 'c'],
        ['[seo][$notNull]=true', 'a', 'b'],
        ['[seo][$notNull]=false', 'c'],
        ['[links][$null]=true', 'b'],
        ['[links][$null]=false', 'a', 'c'],
        ['[links][$notNull]=true', 'a', 'c'],
        ['[links][label][$null]=true', 'b', 'c'],
        ['[links][label][$notNull]=true', 'a'],
        ['[links][$not][label]=l'],
        ['[$not][links][label]=l', 'b', 'c'],
        ['[seo][metas][$null]=true', 'b', 'c'],
        ['[seo][metas][$notNull]=true', 'a'],
        ['[seo][metas][$null]=false', 'a'],
        ['[seo][metas][key][$null]=true', 'b', 'c'],
        ['[$not][seo][metas][key]=k', 'b', 'c'],
        ['[seo][$not][metas][key]=k', 'b'],
      ] as const
    ).map(([query, ...some]) => get(`/articles?filters[title]={mark}&filters${query}`, { some })),
    { name: 'presence of entries' },
  ),
  check('quire.filters.component-value', { a: article({ seo: { metaTitle: 't' } }) }, [
    get('/articles?filters[title][$eq]={mark}&filters[seo]=2', { some: [] }),
  ]),
];
