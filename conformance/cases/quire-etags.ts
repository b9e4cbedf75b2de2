// Cases of `ETag`, `If-None-Match` and `If-Match`.
import { article, check, del, get, OWN, plain, put, V4 } from './build';
import type { Case, Step } from './case';
import { is } from './pattern';

const matching = (tags: string) => ({ headers: { 'If-None-Match': tags } });

const ifMatch = (
  send: 'PUT' | 'DELETE',
  alias: string,
  query: string,
  tag: string,
  status: number,
): Step => ({
  ...{ send, path: `/articles/{${alias}.documentId}${query}`, expect: { status } },
  ...(send === 'PUT' ? { body: { data: { summary: 'x' } } } : {}),
  headers: { 'If-Match': tag },
});

export const quireEtagCases: readonly Case[] = [
  check('quire.etag', { a: plain() }, [
    get('/plains/{a.documentId}', { headers: { etag: is.text } }, { save: { tag: 'headers.etag' } }),
    get('/plains/{a.documentId}', { status: 304, empty: true }, { headers: { 'If-None-Match': '{tag}' } }),
    put('/plains/{a.documentId}', { n: 1 }),
    get('/plains/{a.documentId}', { status: 200 }, { headers: { 'If-None-Match': '{tag}' } }),
  ]),
  check(
    'quire.etag',
    { a: plain() },
    [
      get(`/plains?${OWN}`, { headers: { etag: is.text } }, { save: { tag: 'headers.etag' } }),
      get(`/plains?${OWN}`, { status: 304, empty: true }, { headers: { 'If-None-Match': '{tag}' } }),
      put('/plains/{a.documentId}', { n: 1 }),
      get(`/plains?${OWN}`, { list: ['a'] }, { headers: { 'If-None-Match': '{tag}' } }),
    ],
    { name: 'of a list' },
  ),
  check(
    'quire.etag',
    { a: plain({ n: 1 }), b: plain() },
    [
      get('/plains/{a.documentId}', {}, { save: { whole: 'headers.etag' } }),
      get('/plains/{a.documentId}?fields=n', {}, { save: { part: 'headers.etag' } }),
      get('/plains/{a.documentId}', {}, { ...V4, save: { nested: 'headers.etag' } }),
      get('/plains/{b.documentId}', {}, { save: { other: 'headers.etag' } }),
      ...['{whole}', '*', '"x", {whole}', '"x",{whole},"y"', 'W/{whole}', 'W/"x" , W/{whole}'].flatMap(
        (tags) => [
          get('/plains/{a.documentId}', { status: 304, empty: true }, matching(tags)),
          {
            ...get('/plains/{a.documentId}', { status: 304, empty: true }, matching(tags)),
            send: 'HEAD' as const,
          },
        ],
      ),
      // The tag is that of one row and one text.
      ...['{part}', '{nested}', '{other}', '"x"', '{part}, {other}'].map((tags) =>
        get('/plains/{a.documentId}', { status: 200, data: { n: 1 } }, matching(tags)),
      ),
      get('/plains/{a.documentId}?fields=n', { status: 304 }, matching('{part}')),
      get('/plains/{a.documentId}?fields=n', { status: 200 }, matching('{whole}')),
      get('/plains/none', { status: 404 }, matching('*')),
    ],
    { name: 'of all texts' },
  ),
  check(
    'quire.etag',
    {},
    [
      put('/setting', { siteName: '{mark}' }, {}, { save: { first: 'headers.etag' } }),
      get('/setting', { status: 304, empty: true }, matching('{first}')),
      put('/setting', { siteName: '{mark}2' }, { status: 412 }, { headers: { 'If-Match': '"x"' } }),
      put('/setting', { siteName: '{mark}3' }, { status: 200 }, { headers: { 'If-Match': '{first}' } }),
      get('/setting', { data: { siteName: '{mark}3' } }, matching('{first}')),
      put(
        '/setting',
        { siteName: '{mark}4' },
        { status: 412, error: { name: 'PreconditionFailedError' } },
        { headers: { 'If-Match': '{first}' } },
      ),
      del('/setting', { status: 412 }, { headers: { 'If-Match': '{first}' } }),
      get('/setting', { data: { siteName: '{mark}3' } }),
    ],
    { name: 'of a single type', lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'quire.etag.if-match',
    { a: plain({ n: 0 }), b: plain() },
    [
      get('/plains/{b.documentId}', {}, { save: { other: 'headers.etag' } }),
      // The text of the answer does not count: the tag of another selection, and a list of tags, are accepted.
      ...[
        ['{tag}', '/plains/{a.documentId}?fields=n'],
        ['"x", {tag}', '/plains/{a.documentId}'],
        ['*', '/plains/{a.documentId}'],
      ].flatMap(([tags, path], index) => [
        get(String(path), {}, { save: { tag: 'headers.etag' } }),
        put(
          '/plains/{a.documentId}',
          { n: index + 1 },
          { status: 200, data: { n: index + 1 } },
          { headers: { 'If-Match': String(tags) } },
        ),
      ]),
      ...['{other}', '"x"', 'W/{tag}', '{tag}', '"x", {other}'].flatMap((tags) => [
        put('/plains/{a.documentId}', { n: 9 }, { status: 412 }, { headers: { 'If-Match': tags } }),
        del('/plains/{a.documentId}', { status: 412 }, { headers: { 'If-Match': tags } }),
      ]),
      get('/plains/{a.documentId}', { data: { n: 3 } }, { save: { tag: 'headers.etag' } }),
      del('/plains/{a.documentId}', { status: 204 }, { headers: { 'If-Match': '"x", {tag}' } }),
      get('/plains/{a.documentId}', { status: 404 }),
    ],
    { name: 'tags' },
  ),
  check('quire.etag.if-match', { a: plain({ n: 1 }) }, [
    get('/plains/{a.documentId}', {}, { save: { tag: 'headers.etag' } }),
    put('/plains/{a.documentId}', { n: 2 }, { status: 200 }, { headers: { 'If-Match': '{tag}' } }),
    put(
      '/plains/{a.documentId}',
      { n: 3 },
      { status: 412, error: { name: 'PreconditionFailedError' } },
      { headers: { 'If-Match': '{tag}' } },
    ),
    get('/plains/{a.documentId}', { data: { n: 2 } }),
    del('/plains/{a.documentId}', { status: 412 }, { headers: { 'If-Match': '{tag}' } }),
    get('/plains/{a.documentId}', { status: 200 }),
  ]),
  check(
    'quire.etag.if-match',
    { a: article({ summary: 'p' }), b: article() },
    [
      put('/articles/{a.documentId}?status=draft', { summary: 'd' }),
      get('/articles/{a.documentId}', {}, { save: { published: 'headers.etag' } }),
      ifMatch('PUT', 'a', '?status=draft', '{published}', 412),
      get('/articles/{a.documentId}?status=draft', {}, { save: { draft: 'headers.etag' } }),
      ifMatch('PUT', 'a', '?status=draft', '{draft}', 200),
      put('/articles/{b.documentId}?locale=fr', { title: '{mark}' }),
      get('/articles/{b.documentId}', {}, { save: { tag: 'headers.etag' } }),
      ifMatch('DELETE', 'b', '?locale=*', '{published}', 412),
      ifMatch('DELETE', 'b', '?locale=*', '{tag}', 204),
    ],
    { name: 'of several versions', needs: ['drafts', 'i18n'] },
  ),
];
