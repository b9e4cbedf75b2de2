// Cases of publicationFilter: which documents each value finds among drafts and among published versions.
import { article, check, get, made, put } from './build';
import type { Case, Step } from './case';
import { is } from './pattern';

/** In English: `a` is unchanged, `b` was never published, `c` has a changed draft. `d` is published in French only. */
const FOUND: Readonly<Record<string, readonly [draft: string, published: string]>> = {
  'never-published': ['b d', ''],
  'has-published-version': ['a c', 'a c'],
  modified: ['c', 'c'],
  unmodified: ['a', 'a'],
  'never-published-document': ['b', ''],
  'has-published-version-document': ['a c d', 'a c'],
  'published-without-draft': ['', ''],
  'published-with-draft': ['', 'a c'],
};
const asks = (status: string, value: string, found: string): Step =>
  get(`/articles?filters[title]={mark}&status=${status}&publicationFilter=${value}`, {
    some: found.split(' ').filter((alias) => alias !== ''),
  });
const DRAFT = made('/articles?status=draft', { title: '{mark}' });

export const quirePublicationCases: readonly Case[] = [
  check(
    'quire.drafts.publication-filter',
    {
      a: article(),
      b: DRAFT,
      c: article(),
      d: DRAFT,
    },
    [
      put('/articles/{c.documentId}?status=draft', { summary: 'later' }),
      put('/articles/{d.documentId}?locale=fr', { title: '{mark} fr' }),
      ...Object.entries(FOUND).flatMap(([value, [drafts, published]]) => [
        asks('draft', value, drafts),
        asks('published', value, published),
      ]),
      get('/articles/{c.documentId}?publicationFilter=modified', { status: 200 }),
      get('/articles/{c.documentId}?publicationFilter=unmodified', { status: 404 }),
      get('/articles?publicationFilter=none', {
        status: 400,
        error: {
          details: { source: 'query', param: 'publicationFilter' },
          message: is.matching('unmodified'),
        },
      }),
    ],
    { needs: ['i18n'] },
  ),
];
