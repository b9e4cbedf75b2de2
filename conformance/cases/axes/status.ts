// Cases of `status` and of actions: which version and which locale a request reads, writes, deletes or publishes.
import { act, article, check, get, HOMEPAGE, INVALID, LOCALES, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { is } from '../pattern';

/** Not the time that the body sends. */
const SOON = is.matching('^20[2-9]\\d-');
const headline = (title: string, isPublished: boolean): Expectation => ({
  status: 200,
  body: { data: { headline: title, publishedAt: isPublished ? is.timestamp : null } },
});
const of = (query: string, title: string): Step =>
  get(`/articles/{a.documentId}?${query}`, { status: 200, data: { title } });

export const quireStatusCases: readonly Case[] = [
  check(
    'quire.status.unknown',
    { a: named('/authors') },
    ['status=', 'status', 'status=PUBLISHED', 'status=Draft', 'status=true', 'status[0]=draft'].flatMap(
      (words): Step[] => [
        ...['/authors', '/authors/{a.documentId}', '/plains', '/homepage'].map((path) =>
          get(`${path}?${words}`, INVALID),
        ),
        post(`/authors?${words}`, { name: '{mark} x' }, { status: 400 }),
        put(`/authors/{a.documentId}?${words}`, { name: '{mark} x' }, { status: 400 }),
        { send: 'DELETE', path: `/authors/{a.documentId}?${words}`, expect: { status: 400 } },
        get('/authors/{a.documentId}', { data: { name: '{mark}' } }),
      ],
    ),
    { name: 'spellings' },
  ),
  check(
    'quire.published-at.everywhere',
    { g: named('/groups') },
    [
      put('/groups/{g.documentId}', { name: '{mark} 2' }, {}, { save: 'now' }),
      get('/groups/{g.documentId}', { data: { publishedAt: '{now.updatedAt}' } }),
    ],
    { name: 'after an update' },
  ),
  check(
    'quire.actions.locale',
    { a: article({ title: '{mark} en' }) },
    [
      ...['fr', 'de'].map((code) =>
        put(`/articles/{a.documentId}?locale=${code}`, { title: `{mark} ${code}` }),
      ),
      ...LOCALES.map((code) =>
        put(`/articles/{a.documentId}?status=draft&locale=${code}`, { title: `{mark} ${code} 2` }),
      ),
      act('/articles/{a.documentId}', 'discard-draft', {}, '?locale=*'),
      ...LOCALES.map((code) => of(`status=draft&locale=${code}`, `{mark} ${code}`)),
      ...LOCALES.map((code) => of(`locale=${code}`, `{mark} ${code}`)),
      {
        send: 'DELETE',
        path: '/articles/{a.documentId}?locale=de&status=published',
        expect: { status: 204 },
      },
      ...['draft', 'published'].map((status) =>
        get(`/articles/{a.documentId}?locale=de&status=${status}`, { status: 404 }),
      ),
      ...['publish', 'unpublish', 'discard-draft'].map((name) =>
        act('/articles/{a.documentId}', name, { status: 404 }, '?locale=de'),
      ),
      ...['en', 'fr'].map((code) => of(`locale=${code}`, `{mark} ${code}`)),
      act('/articles/{a.documentId}', 'unpublish'),
      get('/articles/{a.documentId}', { status: 404 }),
      of('locale=fr', '{mark} fr'),
    ],
    { name: 'all locales, and one that is missing' },
  ),
  check('quire.status.write', {}, [
    ...['2001-01-01T00:00:00.000Z', null, 'nothing', 5].flatMap((publishedAt): Step[] => [
      post(
        '/authors',
        { name: '{mark}', publishedAt },
        { status: 201, data: { publishedAt: SOON } },
        { save: 'a' },
      ),
      put(
        '/authors/{a.documentId}?status=draft',
        { name: '{mark} 2', publishedAt },
        { data: { publishedAt: null } },
      ),
      get('/authors/{a.documentId}', { data: { name: '{mark}', publishedAt: SOON } }),
      put(
        '/authors/{a.documentId}',
        { name: '{mark} 3', publishedAt },
        { status: 200, data: { publishedAt: SOON } },
      ),
      post('/tags', { name: '{mark}', publishedAt }, { status: 201, data: { publishedAt: SOON } }),
    ]),
    post(
      '/authors?status=published',
      { name: '{mark}' },
      { data: { publishedAt: is.timestamp } },
      { save: 'b' },
    ),
    put('/authors/{b.documentId}?status=draft', { bio: 'pending' }),
    put(
      '/authors/{b.documentId}?status=published',
      { name: '{mark} 2' },
      { data: { publishedAt: is.timestamp, bio: 'pending' } },
    ),
    get('/authors/{b.documentId}', {
      data: { name: '{mark} 2', bio: 'pending', createdAt: '{b.createdAt}' },
    }),
    get('/authors/{b.documentId}?status=draft', { data: { createdAt: '{b.createdAt}', publishedAt: null } }),
    act('/authors/{b.documentId}', 'unpublish'),
    act('/authors/{b.documentId}', 'publish', { body: { data: { createdAt: '{b.createdAt}' } } }),
    get('/authors/{b.documentId}?status=draft', { data: { createdAt: '{b.createdAt}' } }),
  ]),
  check(
    'quire.locale.delete-all',
    { a: article({ title: '{mark} en' }), b: made('/restaurants?locale=fr', { Name: '{mark}' }) },
    [
      ...['fr', 'de'].map((code) =>
        put(`/articles/{a.documentId}?locale=${code}`, { title: `{mark} ${code}` }),
      ),
      // Without `locale`, the default one.
      { send: 'DELETE', path: '/articles/{a.documentId}', expect: { status: 204 } },
      { send: 'DELETE', path: '/restaurants/{b.documentId}', expect: { status: 204 } },
      ...['draft', 'published'].flatMap((status) => [
        get(`/articles/{a.documentId}?status=${status}`, { status: 404 }),
        of(`status=${status}&locale=fr`, '{mark} fr'),
      ]),
      get('/restaurants/{b.documentId}?locale=fr', { status: 200 }),
      { send: 'DELETE', path: '/articles/{a.documentId}?locale=*', expect: { status: 204, empty: true } },
      ...['draft', 'published'].map((status) =>
        get(`/articles?locale=*&status=${status}&filters[title][$startsWith]={mark}`, { list: [] }),
      ),
      put('/articles/{a.documentId}', { title: '{mark}' }, { status: 404 }),
      { send: 'DELETE', path: '/restaurants/{b.documentId}?locale=*', expect: { status: 204 } },
      get('/restaurants?locale=*&filters[Name]={mark}', { list: [] }),
    ],
  ),
  check(
    'quire.actions.single',
    {},
    ['', '?locale=fr'].flatMap((query): Step[] => {
      const draft = `/homepage?status=draft${query.replace('?', '&')}`;
      return [
        put(`/homepage${query}`, { headline: '{mark} 1' }),
        put(draft, { headline: '{mark} 2' }),
        act('/homepage', 'discard-draft', headline('{mark} 1', false), query),
        get(draft, headline('{mark} 1', false)),
        put(draft, { headline: '{mark} 3' }),
        get(`/homepage${query}`, headline('{mark} 1', true)),
        act('/homepage', 'publish', headline('{mark} 3', true), query),
        get(`/homepage${query}`, headline('{mark} 3', true)),
        act('/homepage', 'unpublish', headline('{mark} 3', false), query),
        get(`/homepage${query}`, { status: 404 }),
        get(draft, headline('{mark} 3', false)),
        act('/homepage', 'publish', {}, query),
      ];
    }),
    HOMEPAGE,
  ),
  check(
    'quire.status.delete-draft',
    { d: made('/articles?status=draft', { title: '{mark} en' }), p: article() },
    [
      put('/articles/{d.documentId}?status=draft&locale=fr', { title: '{mark} fr' }),
      put('/articles/{p.documentId}?status=draft&locale=fr', { title: '{mark} fr' }),
      { send: 'DELETE', path: '/articles/{p.documentId}?status=draft&locale=*', expect: { status: 400 } },
      { send: 'DELETE', path: '/articles/{p.documentId}?status=draft&locale=en', expect: { status: 400 } },
      { send: 'DELETE', path: '/articles/{p.documentId}?status=draft&locale=fr', expect: { status: 204 } },
      get('/articles/{p.documentId}', { status: 200 }),
      get('/articles/{p.documentId}?status=draft', { status: 200 }),
      get('/articles/{p.documentId}?status=draft&locale=fr', { status: 404 }),
      { send: 'DELETE', path: '/articles/{d.documentId}?status=draft', expect: { status: 204 } },
      get('/articles/{d.documentId}?status=draft', { status: 404 }),
      get('/articles/{d.documentId}?status=draft&locale=fr', { status: 200 }),
    ],
    { name: 'of one locale', needs: ['i18n'] },
  ),
];
