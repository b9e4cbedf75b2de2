// Cases of conditional requests for what is absent: nothing is created, and a condition on nothing never holds.
import { act, article, check, del, get, made, named, plain, put, UNKNOWN } from '../build';
import type { Case, Step } from '../case';

const ifMatch = (tags: string) => ({ headers: { 'If-Match': tags } });
const unlessMatch = (tags: string) => ({ headers: { 'If-None-Match': tags } });
const TAGS = ['*', '"x"', 'W/"x"'];

/** Reads do not look at `If-None-Match` where there is nothing. */
const reads = (path: string): Step[] => TAGS.map((tags) => get(path, { status: 404 }, unlessMatch(tags)));

export const quireAbsentConditionCases: readonly Case[] = [
  check(
    'quire.etag.absent',
    { a: plain({ n: 1 }) },
    [
      get('/plains/{a.documentId}', {}, { save: { tag: 'headers.etag' } }),
      ...reads(`/plains/${UNKNOWN}`),
      get(`/plains/${UNKNOWN}`, { status: 404 }, unlessMatch('{tag}')),
      ...[...TAGS, '{tag}'].flatMap((tags) => [
        put(`/plains/${UNKNOWN}`, { n: 2 }, { status: [404, 412] }, ifMatch(tags)),
        del(`/plains/${UNKNOWN}`, { status: [204, 404, 412] }, ifMatch(tags)),
      ]),
      get(`/plains/${UNKNOWN}`, { status: 404 }),
      get('/plains/{a.documentId}', { data: { n: 1 } }),
      del('/plains/{a.documentId}', { status: 204 }),
      put('/plains/{a.documentId}', { n: 2 }, { status: [404, 412] }, ifMatch('{tag}')),
      del('/plains/{a.documentId}', { status: [204, 404, 412] }, ifMatch('{tag}')),
      get('/plains/{a.documentId}', { status: 404 }, unlessMatch('{tag}')),
    ],
    { name: 'documents' },
  ),
  check(
    'quire.etag.absent',
    { a: article({ summary: 'p' }), d: made('/articles?status=draft', { title: '{mark} d' }) },
    [
      get('/articles/{a.documentId}', {}, { save: { tag: 'headers.etag' } }),
      ...reads('/articles/{a.documentId}?locale=fr'),
      get('/articles/{a.documentId}?locale=fr', { status: 404 }, unlessMatch('{tag}')),
      ...reads('/articles/{d.documentId}'),
      // A draft without a published version has only the tag of the draft.
      get('/articles/{d.documentId}?status=draft', {}, { save: { draft: 'headers.etag' } }),
      { ...act('/articles/{d.documentId}', 'unpublish', { status: 412 }), ...ifMatch('"x"') },
      { ...act('/articles/{d.documentId}', 'publish', { status: 412 }), ...ifMatch('{tag}') },
      get('/articles/{d.documentId}', { status: 404 }),
      del('/articles/{a.documentId}?locale=fr', { status: [204, 404, 412] }, ifMatch('"x"')),
      get('/articles/{a.documentId}', { data: { summary: 'p' } }),
      act('/articles/{a.documentId}', 'unpublish'),
      get('/articles/{a.documentId}', { status: 404 }, unlessMatch('{tag}')),
      put('/articles/{a.documentId}', { summary: 'q' }, { status: 412 }, ifMatch('"x"')),
      get('/articles/{a.documentId}?status=draft', { data: { summary: 'p' } }),
    ],
    { name: 'versions', needs: ['drafts', 'i18n'] },
  ),
  check(
    'quire.etag.absent',
    {},
    [
      del('/setting'),
      ...reads('/setting'),
      put('/setting', { siteName: '{mark}' }, { status: 412 }, ifMatch('*')),
      put('/setting', { siteName: '{mark}' }, { status: 412 }, ifMatch('"x"')),
      get('/setting', { status: 404 }),
    ],
    { name: 'single types', lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'quire.etag.absent',
    { l: named('/labels') },
    [
      // An empty list is something.
      get('/plains?filters[mail]={mark}@conform.test', { data: [] }, { save: { tag: 'headers.etag' } }),
      get('/plains?filters[mail]={mark}@conform.test', { status: 304, empty: true }, unlessMatch('{tag}')),
      {
        send: 'POST',
        path: '/plains',
        body: { data: { mail: '{mark}@conform.test' } },
        expect: { status: 201 },
      },
      get('/plains?filters[mail]={mark}@conform.test', { status: 200 }, unlessMatch('{tag}')),
    ],
    { name: 'lists' },
  ),
];
