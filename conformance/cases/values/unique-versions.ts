// Cases of unique values in several locales, in drafts and in published versions.
import { act, check, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is } from '../pattern';

const taken = (name: string): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { errors: is.including({ path: [name] }) } },
});

/** Two texts that differ in letter case only, also outside of ASCII, and texts that differ more. */
const SAME = ['{mark} Straße ÄÉσ', '{mark} STRAßE äéΣ'] as const;
const OTHERS = ['{mark} strasse äéσ', '{mark} straße aéσ', '{mark} Straße ÄÉσ '];

export const quireUniqueVersionCases: readonly Case[] = [
  check(
    'quire.values.unique-folded',
    {},
    [
      post('/folds', { code: SAME[0], exact: '{mark} A', part: { code: SAME[0] } }, {}, { save: 'a' }),
      ...SAME.map((code) => post('/folds', { code }, taken('code'))),
      ...SAME.map((code) =>
        post('/folds', { part: { code } }, { status: 400, error: { name: 'ValidationError' } }),
      ),
      post('/folds', { exact: '{mark} A' }, taken('exact')),
      post('/folds', { exact: '{mark} a' }, { status: 201 }),
      ...OTHERS.map((code) => post('/folds', { code, part: { code } }, { status: 201 })),
      // The document itself may change the case of its value.
      put('/folds/{a.documentId}', { code: SAME[1] }, { data: { code: SAME[1] } }),
      post('/folds', { code: SAME[0] }, taken('code')),
      put('/folds/{a.documentId}', { code: '{mark} free' }),
      post('/folds', { code: SAME[0] }, { status: 201 }),
    ],
    { deploy: OWN_TYPES },
  ),
  check(
    'quire.values.unique-publish',
    {},
    [
      post('/articles', { title: '{mark}', code: '{mark}' }, {}, { save: 'a' }),
      put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr' }),
      act('/articles/{a.documentId}', 'unpublish'),
      post('/articles', { title: '{mark}', code: '{mark}' }, taken('code')),
      act('/articles/{a.documentId}', 'unpublish', {}, '?locale=fr'),
      post('/articles', { title: '{mark}', code: '{mark}' }, { status: 201 }, { save: 'b' }),
      ...['', '?locale=fr', '?locale=*'].map(
        (query): Step => ({
          ...{ send: 'POST', path: `/articles/{a.documentId}/actions/publish${query}` },
          expect: taken('code'),
        }),
      ),
      put('/articles/{a.documentId}?status=draft', { summary: 's' }, { status: 200 }),
      { send: 'DELETE', path: '/articles/{b.documentId}', expect: { status: 204 } },
      act('/articles/{a.documentId}', 'publish'),
    ],
    { name: 'after unpublishing', needs: ['i18n'] },
  ),
  check('quire.values.unique-locales', {}, [
    post('/articles', { title: '{mark}', code: '{mark}', slug: '{mark}-s' }, {}, { save: 'a' }),
    post('/articles?locale=fr', { title: '{mark}', code: '{mark} 2', slug: '{mark}-s' }, {}, { save: 'b' }),
    ...['', '?locale=en', '?locale=fr', '?locale=de'].map((query) =>
      post(`/articles${query}`, { title: '{mark}', code: '{mark}' }, taken('code')),
    ),
    ...['', '?locale=fr'].map((query) =>
      post(`/articles${query}`, { title: '{mark}', slug: '{mark}-s' }, taken('slug')),
    ),
    put('/articles/{b.documentId}?locale=fr', { code: '{mark}' }, taken('code')),
    put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr', slug: '{mark}-s' }, taken('slug')),
    put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr', slug: '{mark}-t' }, { status: 200 }),
    put('/articles/{a.documentId}?locale=fr', { code: '{mark}', slug: '{mark}-t' }, { status: 200 }),
    put('/articles/{b.documentId}?locale=en', { title: '{mark} en', slug: '{mark}-s' }, taken('slug')),
    { send: 'DELETE', path: '/articles/{a.documentId}', expect: { status: 204 } },
    post('/articles', { title: '{mark}', code: '{mark}' }, taken('code')),
    put('/articles/{b.documentId}?locale=en', { title: '{mark} en', slug: '{mark}-s' }, { status: 200 }),
    { send: 'DELETE', path: '/articles/{a.documentId}?locale=fr', expect: { status: 204 } },
    put('/articles/{b.documentId}?locale=fr', { code: '{mark}', slug: '{mark}-t' }, { status: 200 }),
    post('/articles?locale=de', { title: '{mark}', code: '{mark} 2' }, { status: 201 }),
    // A shared value belongs to each locale of its document.
    put('/articles/{b.documentId}?locale=fr', { code: '{mark} 9', slug: '{mark}-t' }, { status: 200 }),
    ...['en', 'fr'].map((locale) =>
      post(`/articles?locale=${locale}`, { title: '{mark}', code: '{mark} 9' }, taken('code')),
    ),
    post('/articles', { title: '{mark}', code: '{mark}', slug: '{mark}-u' }, { status: 201 }),
    { send: 'DELETE', path: '/articles/{b.documentId}?locale=fr', expect: { status: 204 } },
    post('/articles', { title: '{mark}', code: '{mark} 9' }, taken('code')),
    { send: 'DELETE', path: '/articles/{b.documentId}', expect: { status: 204 } },
    post('/articles', { title: '{mark}', code: '{mark} 9', slug: '{mark}-v' }, { status: 201 }),
  ]),
];
