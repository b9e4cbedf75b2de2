// Cases of "States and transitions" and "Status", and of our own decisions on drafts.
import {
  ABSENT,
  act,
  article,
  check,
  del,
  get,
  HOMEPAGE,
  INVALID,
  named,
  note,
  plain,
  post,
  put,
} from '../build';
import type { Case, Step } from '../case';
import { fieldsAre, typeIs } from '../graphql-build';
import { is } from '../pattern';

const author = { a: named('/authors', '{mark} 1') };
const edited: Step = put('/authors/{a.documentId}?status=draft', { name: '{mark} 2' });
const draftOnly: Step = post(
  '/authors?status=draft',
  { name: '{mark} d' },
  { data: { publishedAt: null } },
  { save: 'd' },
);
const action = (name: string): Step => ({
  send: 'POST',
  path: `/authors/{a.documentId}/actions/${name}`,
  expect: { status: 200 },
});

export const draftCases: readonly Case[] = [
  check('states.versions', author, [
    get('/authors/{a.documentId}?status=draft', { data: { publishedAt: null } }),
    get('/authors/{a.documentId}?status=published', { data: { publishedAt: is.timestamp } }),
  ]),
  check('states.versions.independent', author, [
    edited,
    get('/authors/{a.documentId}', { data: { name: '{mark} 1' } }),
    get('/authors/{a.documentId}?status=draft', { data: { name: '{mark} 2' } }),
  ]),
  check('states.published', author, [
    get('/authors/{a.documentId}', { data: { publishedAt: is.timestamp } }),
  ]),
  check('states.draft', {}, [
    draftOnly,
    get('/authors/{d.documentId}?status=draft', { data: { publishedAt: null } }),
  ]),
  check('states.per-locale', {}, [
    post('/articles?status=draft', { title: '{mark} en' }, {}, { save: 'a' }),
    put('/articles/{a.documentId}?status=draft&locale=fr', { title: '{mark} fr' }),
    put(
      '/articles/{a.documentId}?locale=fr',
      { title: '{mark} fr 2' },
      { data: { publishedAt: is.timestamp } },
    ),
    get('/articles/{a.documentId}?locale=fr', { status: 200 }),
    get('/articles/{a.documentId}?locale=en', ABSENT),
    get('/articles/{a.documentId}?locale=en&status=draft', {
      data: { title: '{mark} en', publishedAt: null },
    }),
  ]),
  check('states.created-published', {}, [
    post('/authors', { name: '{mark}' }, { data: { publishedAt: is.timestamp } }),
  ]),
  check('states.transitions', author, [
    ...['publish', 'unpublish', 'discard-draft'].map(
      (name): Step => ({
        send: 'POST',
        path: `/authors/{a.documentId}/actions/${name}`,
        body: {},
        expect: { status: 'any' },
        record: ['status'],
      }),
    ),
  ]),
  check('rest.status.requires-drafts', { p: plain({ n: 1 }) }, [
    put('/plains/{p.documentId}?status=draft', { n: 2 }),
    get('/plains/{p.documentId}', { data: { n: 2 } }),
    get('/plains/{p.documentId}?status=draft', { data: { n: 2 } }),
    get('/plains?filters[mail][$eq]={mark}@conform.test&status=draft', { list: ['p'] }),
    get('/plains?filters[mail][$eq]={mark}@conform.test&status=published', { list: ['p'] }),
  ]),
  check('rest.status.default', author, [
    edited,
    draftOnly,
    get('/authors?filters[name][$startsWith]={mark}', { list: ['a'], data: [{ name: '{mark} 1' }] }),
    get('/authors/{a.documentId}', { data: { name: '{mark} 1' } }),
  ]),
  check('rest.status.published', author, [
    draftOnly,
    get('/authors?filters[name][$startsWith]={mark}&status=published', {
      list: ['a'],
      data: is.each({ publishedAt: is.timestamp }),
    }),
    get('/authors/{d.documentId}?status=published', ABSENT),
  ]),
  check('rest.status.draft', author, [
    draftOnly,
    get('/authors?filters[name][$startsWith]={mark}&status=draft', {
      some: ['a', 'd'],
      data: is.each({ publishedAt: null }),
    }),
  ]),
  check('rest.status.draft.published-too', author, [
    edited,
    get('/authors?filters[name][$startsWith]={mark}&status=draft', {
      list: ['a'],
      data: [{ name: '{mark} 2', publishedAt: null }],
      meta: { pagination: { total: 1 } },
    }),
  ]),
  check(
    'rest.status.single',
    {},
    [
      put('/homepage', { headline: '{mark} 1' }),
      put('/homepage?status=draft', { headline: '{mark} 2' }),
      get('/homepage', { data: { headline: '{mark} 1', publishedAt: is.timestamp } }),
      get('/homepage?status=draft', { data: { headline: '{mark} 2', publishedAt: null } }),
    ],
    HOMEPAGE,
  ),
  check('rest.status.nested', { ...author, t: article({ author: '{a.documentId}' }) }, [
    edited,
    note('/articles/{t.documentId}?populate=author&status=published', 'body.data.author.name'),
    note('/articles/{t.documentId}?populate=author&status=draft', 'body.data.author.name'),
  ]),

  check('quire.published-at.everywhere', { p: plain() }, [
    get('/plains/{p.documentId}', {}, { save: 'now' }),
    get('/plains/{p.documentId}', { data: { publishedAt: '{now.updatedAt}' } }),
  ]),
  check('quire.published-at.absent', { p: plain(), ...author }, [
    get('/plains/{p.documentId}', { data: { publishedAt: is.absent } }),
    get('/authors/{a.documentId}', { data: { publishedAt: is.absent } }),
  ]),
  check(
    'quire.status.unknown',
    {},
    ['/authors', '/plains', '/homepage'].map((path) => get(`${path}?status=zzz`, INVALID)),
  ),
  check('quire.status.delete-published', author, [
    del('/authors/{a.documentId}?status=published', { status: 204 }),
    get('/authors/{a.documentId}', { status: 404 }),
    get('/authors/{a.documentId}?status=draft', { status: 404 }),
  ]),
  check('quire.status.delete-draft', author, [
    del('/authors/{a.documentId}?status=draft', { status: 400, error: is.object }),
    get('/authors/{a.documentId}', { status: 200 }),
  ]),
  check('quire.actions.publish', author, [
    edited,
    action('publish'),
    get('/authors/{a.documentId}', { data: { name: '{mark} 2', publishedAt: is.timestamp } }),
  ]),
  check('quire.actions.unpublish', author, [
    action('unpublish'),
    get('/authors/{a.documentId}', { status: 404 }),
    get('/authors/{a.documentId}?status=draft', { data: { name: '{mark} 1', publishedAt: null } }),
  ]),
  check('quire.actions.discard', author, [
    edited,
    action('discard-draft'),
    get('/authors/{a.documentId}?status=draft', { data: { name: '{mark} 1', publishedAt: null } }),
  ]),
  check('quire.publish.row-id', author, [
    get('/authors/{a.documentId}', {}, { save: 'first' }),
    put('/authors/{a.documentId}', { name: '{mark} 2' }),
    get('/authors/{a.documentId}', { data: { id: '{first.id}', name: '{mark} 2' } }),
  ]),
  check('quire.publish.inverse', {}, [
    draftOnly,
    post('/articles', { title: '{mark}', author: '{d.documentId}' }, {}, { save: 't' }),
    get('/articles/{t.documentId}?populate=author', { data: { author: null } }),
    put('/authors/{d.documentId}', { bio: 'b' }),
    get('/articles/{t.documentId}?populate=author', { data: { author: { name: '{mark} d' } } }),
  ]),
  check('quire.publish.draft-link', { ...author, t: article() }, [
    put('/articles/{t.documentId}?status=draft', { author: '{a.documentId}' }),
    get('/articles/{t.documentId}?populate=author', { data: { author: null } }),
    get('/articles/{t.documentId}?populate=author&status=draft', { data: { author: { name: '{mark} 1' } } }),
    get('/authors/{a.documentId}?populate=articles', { data: { articles: [] } }),
  ]),
  check('quire.publish.complete', {}, [
    post('/strictdocs?status=draft', { title: 'ab' }, { status: 201 }, { save: 's' }),
    put('/strictdocs/{s.documentId}', { n: 1 }, INVALID),
    get('/strictdocs/{s.documentId}', { status: 404 }),
    get('/strictdocs/{s.documentId}?status=draft', { data: { n: null } }),
  ]),
  check(
    'quire.actions.publish',
    { a: plain({ n: 1 }) },
    ['publish', 'unpublish', 'discard-draft'].map((name) =>
      act('/plains/{a.documentId}', name, { status: [404, 405] }),
    ),
    { name: 'of a type without drafts' },
  ),
  check(
    'quire.actions.publish',
    {},
    [
      typeIs(
        'Mutation',
        'fields { name }',
        fieldsAre(
          ['publishArticle', 'unpublishArticle', 'discardDraftArticle', 'updatePlain'],
          ['publishPlain', 'unpublishPlain', 'discardDraftPlain'],
        ),
      ),
    ],
    { name: 'over GraphQL, of a type without drafts', needs: ['graphql'] },
  ),
];
