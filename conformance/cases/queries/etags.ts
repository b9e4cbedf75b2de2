// Cases of `ETag`, `If-None-Match` and `If-Match`.
import { act, article, check, del, get, OWN, plain, put, V4 } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const matching = (tags: string) => ({ headers: { 'If-None-Match': tags } });

const ifMatch = (tags: string) => ({ headers: { 'If-Match': tags } });

const operation = (name: string, tags: string, status: number): Step => ({
  ...act('/articles/{a.documentId}', name, { status }),
  ...ifMatch(tags),
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
      put('/setting', { siteName: '{mark}2' }, { status: 412 }, ifMatch('"x"')),
      put('/setting', { siteName: '{mark}3' }, { status: 200 }, ifMatch('{first}')),
      get('/setting', { data: { siteName: '{mark}3' } }, matching('{first}')),
      put(
        '/setting',
        { siteName: '{mark}4' },
        { status: 412, error: { name: 'PreconditionFailedError' } },
        ifMatch('{first}'),
      ),
      del('/setting', { status: 412 }, ifMatch('{first}')),
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
          ifMatch(String(tags)),
        ),
      ]),
      ...['{other}', '"x"', 'W/{tag}', '{tag}', '"x", {other}'].flatMap((tags) => [
        put('/plains/{a.documentId}', { n: 9 }, { status: 412 }, ifMatch(tags)),
        del('/plains/{a.documentId}', { status: 412 }, ifMatch(tags)),
      ]),
      get('/plains/{a.documentId}', { data: { n: 3 } }, { save: { tag: 'headers.etag' } }),
      del('/plains/{a.documentId}', { status: 204 }, ifMatch('"x", {tag}')),
      get('/plains/{a.documentId}', { status: 404 }),
    ],
    { name: 'tags' },
  ),
  check('quire.etag.if-match', { a: plain({ n: 1 }) }, [
    get('/plains/{a.documentId}', {}, { save: { tag: 'headers.etag' } }),
    put('/plains/{a.documentId}', { n: 2 }, { status: 200 }, ifMatch('{tag}')),
    put(
      '/plains/{a.documentId}',
      { n: 3 },
      { status: 412, error: { name: 'PreconditionFailedError' } },
      ifMatch('{tag}'),
    ),
    get('/plains/{a.documentId}', { data: { n: 2 } }),
    del('/plains/{a.documentId}', { status: 412 }, ifMatch('{tag}')),
    get('/plains/{a.documentId}', { status: 200 }),
  ]),
  check(
    'quire.etag.if-match',
    { a: article({ summary: 'p' }), b: article() },
    [
      put('/articles/{a.documentId}?status=draft', { summary: 'd' }),
      get('/articles/{a.documentId}', {}, { save: { published: 'headers.etag' } }),
      put('/articles/{a.documentId}?status=draft', { summary: 'x' }, { status: 412 }, ifMatch('{published}')),
      get('/articles/{a.documentId}?status=draft', {}, { save: { draft: 'headers.etag' } }),
      put('/articles/{a.documentId}?status=draft', { summary: 'x' }, { status: 200 }, ifMatch('{draft}')),
      // A write that publishes compares the published version, also beside a changed draft.
      put('/articles/{a.documentId}', { summary: 'q' }, { status: 412 }, ifMatch('{draft}')),
      put('/articles/{a.documentId}', { summary: 'q' }, { status: 200 }, ifMatch('{published}')),
      put('/articles/{b.documentId}?locale=fr', { title: '{mark}' }),
      get('/articles/{b.documentId}', {}, { save: { tag: 'headers.etag' } }),
      del('/articles/{b.documentId}?locale=*', { status: 412 }, ifMatch('{published}')),
      del('/articles/{b.documentId}?locale=*', { status: 204 }, ifMatch('{tag}')),
    ],
    { name: 'of several versions', needs: ['drafts', 'i18n'] },
  ),
  check(
    'quire.etag.if-match',
    { a: article({ summary: 'p' }) },
    [
      get('/articles/{a.documentId}', {}, { save: { en: 'headers.etag' } }),
      // No read shows the new locale yet: a locale of the document gives the tag.
      put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr' }, { status: 412 }, ifMatch('"x"')),
      put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr' }, { status: 200 }, ifMatch('{en}')),
      get('/articles/{a.documentId}?locale=fr', {}, { save: { fr: 'headers.etag' } }),
      put('/articles/{a.documentId}?locale=fr', { title: '{mark} 2' }, { status: 412 }, ifMatch('{en}')),
      put('/articles/{a.documentId}?locale=fr', { title: '{mark} 2' }, { status: 200 }, ifMatch('{fr}')),
      put('/articles/{a.documentId}', { title: '{mark}' }, { status: 412 }, ifMatch('{fr}')),
      del('/articles/{a.documentId}?locale=fr', { status: 412 }, ifMatch('{fr}')),
      get(
        '/articles/{a.documentId}?locale=fr',
        { data: { title: '{mark} 2' } },
        { save: { fr: 'headers.etag' } },
      ),
      del('/articles/{a.documentId}?locale=fr', { status: 204 }, ifMatch('{fr}')),
      get('/articles/{a.documentId}', { data: { title: '{mark}' } }),
    ],
    { name: 'of locales', needs: ['i18n'] },
  ),
  check(
    'quire.etag.if-match',
    { a: article({ summary: 'p' }) },
    [
      put('/articles/{a.documentId}?status=draft', { summary: 'd' }),
      get('/articles/{a.documentId}', {}, { save: { published: 'headers.etag' } }),
      get('/articles/{a.documentId}?status=draft', {}, { save: { draft: 'headers.etag' } }),
      // An operation that uses the draft needs the tag of the draft; `unpublish` takes that of either version.
      ...(
        [
          ['publish', '{published}', 412],
          ['publish', '"x"', 412],
          ['discard-draft', '"x"', 412],
          ['unpublish', '"x"', 412],
          ['publish', '{draft}', 200],
        ] as const
      ).map(([name, tags, status]) => operation(name, tags, status)),
      get('/articles/{a.documentId}', { data: { summary: 'd' } }, { save: { published: 'headers.etag' } }),
      get('/articles/{a.documentId}?status=draft', {}, { save: { draft: 'headers.etag' } }),
      operation('discard-draft', '{published}', 412),
      operation('discard-draft', '{draft}', 200),
      operation('unpublish', '{published}', 200),
      get('/articles/{a.documentId}', { status: 404 }),
    ],
    { name: 'of operations', needs: ['drafts'] },
  ),
];
