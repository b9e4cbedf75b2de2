// Pending changes: a draft that differs from its published version, whichever side of a relation changed it.
import { article, check, get, INVALID, made, named, post, put } from '../build';
import type { Case, Step } from '../case';

const OF_CASE = 'filters[title][$startsWith]={mark}&sort=id&fields=title';
const filtered = (filter: string, ...some: string[]): Step =>
  get(`/articles?status=draft&publicationFilter=${filter}&${OF_CASE}`, { some });
const DRAFT = '?status=draft';

/** Attributes that all locales share: a scalar, a link in a column, links in a table, a component. */
const SHARED = [
  ['ratio', 2.5],
  ['tag', '{t.documentId}'],
  ['tags', ['{t.documentId}']],
  ['ref', { label: 'r' }],
] as const;
const NAMES = SHARED.map(([name]) => name);
const LOCALES = ['en', 'fr'];
const inLocale = (locale: string, filter: string, ...some: string[]): Step =>
  get(
    `/samples?status=draft&locale=${locale}&publicationFilter=${filter}&filters[name][$eq]={mark}&fields=name`,
    { some },
  );

export const quirePendingCases: readonly Case[] = [
  check(
    'quire.status.pending',
    {
      n: { ...article(), at: '/articles?status=draft' },
      u: article(),
      m: article(),
      i: article(),
      j: article(),
      l: article(),
      c: named('/authors'),
      t: named('/tags'),
    },
    [
      put('/authors/{c.documentId}', { articles: { connect: ['{l.documentId}'] } }),
      filtered('unmodified', 'u', 'm', 'i', 'j', 'l'),
      filtered('modified'),
      put(`/articles/{m.documentId}${DRAFT}`, { summary: 'new' }),
      put(`/authors/{c.documentId}${DRAFT}`, {
        articles: { connect: ['{i.documentId}'], disconnect: ['{l.documentId}'] },
      }),
      // A type without drafts writes both versions.
      put(`/tags/{t.documentId}${DRAFT}`, { articles: ['{j.documentId}'] }),
      filtered('modified', 'm', 'i', 'l'),
      filtered('unmodified', 'u', 'j'),
      filtered('never-published', 'n'),
      filtered('has-published-version', 'u', 'm', 'i', 'j', 'l'),
      ...['m', 'i', 'l'].map((alias) => post(`/articles/{${alias}.documentId}/actions/publish`, {})),
      filtered('modified'),
      filtered('unmodified', 'u', 'm', 'i', 'j', 'l'),
      get('/articles/{i.documentId}?populate=author', { data: { author: { name: '{mark}' } } }),
      get('/articles/{j.documentId}?populate=tags', { data: { tags: [{ name: '{mark}' }] } }),
      get('/articles/{l.documentId}?populate=author', { data: { author: null } }),
      put('/authors/{c.documentId}', { articles: [] }),
      filtered('unmodified', 'u', 'm', 'i', 'j', 'l'),
      get('/articles?publicationFilter=nothing', INVALID),
    ],
  ),
  // A value that all locales share changes the drafts of all locales.
  check(
    'quire.status.pending',
    {
      t: named('/tags'),
      ...Object.fromEntries(SHARED.map(([name]) => [name, made('/samples', { name: '{mark}' })])),
    },
    [
      ...SHARED.map(([name]) => put(`/samples/{${name}.documentId}?locale=fr`, { name: '{mark}' })),
      ...LOCALES.map((locale) => inLocale(locale, 'modified')),
      ...LOCALES.map((locale) => inLocale(locale, 'unmodified', ...NAMES)),
      ...SHARED.map(([name, value]) =>
        put(`/samples/{${name}.documentId}?status=draft&locale=fr`, { [name]: value }),
      ),
      ...LOCALES.map((locale) => inLocale(locale, 'modified', ...NAMES)),
      ...NAMES.map((name) => post(`/samples/{${name}.documentId}/actions/publish?locale=en`, {})),
      inLocale('en', 'modified'),
      inLocale('en', 'unmodified', ...NAMES),
    ],
    { name: 'shared values', needs: ['i18n'] },
  ),
];
