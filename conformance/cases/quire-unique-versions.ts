// Cases of unique values in several locales, in drafts and in published versions.
import { act, check, post, put } from './build';
import type { Case, Expectation, Step } from './case';
import { is } from './pattern';

const taken = (name: string): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { errors: is.including({ path: [name] }) } },
});

export const quireUniqueVersionCases: readonly Case[] = [
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
