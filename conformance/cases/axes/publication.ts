// Cases of publicationFilter: which documents each value finds among drafts and among published versions.
import { act, article, check, get, made, named, put } from '../build';
import type { Case, Step } from '../case';
import { exactly, is } from '../pattern';

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
const refuses = (path: string, param: string, value: string): Step =>
  get(`${path}?status=draft&${param}${value}`, {
    status: 400,
    error: { name: 'ValidationError', details: { source: 'query', param } },
  });
const actIn = (name: string, locale: string): Step =>
  act('/articles/{a.documentId}', name, {}, `?locale=${locale}`);
/** The locales in which the draft differs from the published version. */
const changedIn = (...locales: string[]): Step[] =>
  ['en', 'fr'].flatMap((locale) =>
    ['draft', 'published'].flatMap((status) =>
      ['modified', 'unmodified'].map((value) =>
        get(
          `/articles?filters[documentId]={a.documentId}&status=${status}&locale=${locale}&publicationFilter=${value}`,
          { list: locales.includes(locale) === (value === 'modified') ? ['a'] : [] },
        ),
      ),
    ),
  );
const later = (locale: string): Step =>
  put(`/articles/{a.documentId}?status=draft&locale=${locale}`, { summary: 'later' });
const DRAFT = made('/articles?status=draft', { title: '{mark}' });

/** These authors of the case have a draft with changes; the others have none. */
const modified = (...some: string[]): Step[] => {
  const own = 'filters[name][$startsWith]={mark}&status=draft';
  const all = ['a', 'b', 'c'];
  return [
    get(`/authors?${own}&publicationFilter=modified`, { some }),
    get(`/authors?${own}&publicationFilter=unmodified`, { some: all.filter((one) => !some.includes(one)) }),
  ];
};

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
  check(
    'quire.drafts.populated-filter',
    {
      p: article({ title: '{mark} published' }),
      m: article({ title: '{mark} modified' }),
      d: { ...DRAFT, data: { title: '{mark} draft' } },
      c: named('/categories'),
      s: article(),
    },
    [
      put('/articles/{m.documentId}?status=draft', { title: '{mark} modified', summary: 'later' }),
      put('/articles/{s.documentId}?status=draft', {
        related: ['{p.documentId}', '{m.documentId}', '{d.documentId}'],
        category: '{c.documentId}',
      }),
      ...(
        [
          ['', ['published', 'modified', 'draft']],
          ['hasPublishedVersion=true', ['published', 'modified']],
          ['publicationFilter=has-published-version', ['published', 'modified']],
        ] as const
      ).map(([words, left]) =>
        get(`/articles/{s.documentId}?status=draft&populate=related,category&${words}`, {
          data: {
            related: exactly(left.map((title) => ({ title: `{mark} ${title}` }))),
            category: { name: '{mark}' },
          },
        }),
      ),
      put('/categories/{c.documentId}', { articles: ['{p.documentId}', '{m.documentId}'] }),
      ...(
        [
          ['publicationFilter=modified', ['modified']],
          ['publicationFilter=unmodified', ['published']],
          ['status=draft&publicationFilter=modified', ['modified']],
          ['hasPublishedVersion=false', []],
        ] as const
      ).map(([words, left]) =>
        get(`/categories/{c.documentId}?populate[articles][sort]=title&${words}`, {
          data: { articles: exactly(left.map((title) => ({ title: `{mark} ${title}` }))) },
        }),
      ),
    ],
    { needs: ['i18n'] },
  ),
  check(
    'quire.drafts.publication-filter',
    { a: article() },
    ['/articles', '/articles/{a.documentId}'].flatMap((path) => [
      ...['', '=', '=Modified', '=constructor', '=__proto__', '[0]=modified', '[a]=modified'].map((value) =>
        refuses(path, 'publicationFilter', value),
      ),
      ...['', '=', '=1', '=0', '=TRUE', '=yes', '[0]=true'].map((value) =>
        refuses(path, 'hasPublishedVersion', value),
      ),
      get(`${path}?hasPublishedVersion=true&publicationFilter=unmodified`, { status: 200 }),
    ]),
    { name: 'other values' },
  ),
  check(
    'quire.drafts.publication-filter',
    { a: article(), b: DRAFT },
    [
      ...(
        [
          ['a', 'hasPublishedVersion=true', 200],
          ['a', 'hasPublishedVersion=false', 404],
          ['b', 'hasPublishedVersion=true', 404],
          ['b', 'hasPublishedVersion=false', 200],
          ['a', 'publicationFilter=never-published', 404],
          ['b', 'publicationFilter=never-published', 200],
          ['a', 'publicationFilter=has-published-version', 200],
          ['b', 'publicationFilter=has-published-version', 404],
        ] as const
      ).map(([alias, words, status]) =>
        get(`/articles/{${alias}.documentId}?status=draft&${words}`, { status }),
      ),
    ],
    { name: 'of one document' },
  ),
  check(
    'quire.drafts.publication-filter',
    { a: article() },
    [
      ...[put('/articles/{a.documentId}?locale=fr', { title: '{mark}' }), ...changedIn()],
      ...[later('fr'), ...changedIn('fr'), later('en'), ...changedIn('en', 'fr')],
      ...[actIn('discard-draft', 'fr'), ...changedIn('en'), actIn('discard-draft', 'en'), ...changedIn()],
      ...[later('fr'), actIn('publish', 'fr'), ...changedIn()],
      ...[later('en'), put('/articles/{a.documentId}', { summary: 'now' }), ...changedIn()],
      ...[later('en'), actIn('unpublish', 'en'), actIn('publish', 'en'), ...changedIn()],
      ...[later('en'), later('fr'), actIn('discard-draft', '*'), ...changedIn()],
      ...[later('en'), later('fr'), actIn('publish', '*'), ...changedIn()],
    ],
    { name: 'after each action', needs: ['i18n'] },
  ),
  check(
    'quire.drafts.publication-filter',
    {
      p: made('/profiles', { nick: '{mark}' }),
      a: named('/authors', '{mark} a'),
      b: named('/authors', '{mark} b'),
      c: named('/authors', '{mark} c'),
    },
    [
      put('/authors/{a.documentId}', { profile: '{p.documentId}' }),
      // The draft of another author takes the profile from the draft.
      put('/authors/{b.documentId}?status=draft', { profile: '{p.documentId}' }),
      ...modified('a', 'b'),
      act('/authors/{a.documentId}', 'discard-draft'),
      act('/authors/{b.documentId}', 'discard-draft'),
      ...modified(),
      // A published author takes it from both versions.
      put('/authors/{c.documentId}', { profile: '{p.documentId}' }),
      ...modified(),
      get('/authors/{a.documentId}?populate=profile', { data: { profile: null } }),
    ],
    { name: 'of a partner', needs: ['drafts'] },
  ),
];
