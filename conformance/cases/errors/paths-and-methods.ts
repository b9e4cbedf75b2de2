// Cases of documents that do not exist, of unknown paths, and of the methods of each path.
import { check, del, get, IS_JSON, made, named, plain, post, put, UNKNOWN } from '../build';
import type { Case, Step } from '../case';
import { is, type Pattern } from '../pattern';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const UNKNOWN_PATHS = ['/nothing-is-here', '/plains/a/b', '/plain', '/settings'];
/** The methods of each kind of path. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  '/plains': ['HEAD', 'GET', 'POST'],
  '/plains/{a.documentId}': ['HEAD', 'GET', 'PUT', 'DELETE'],
  '/setting': ['HEAD', 'GET', 'PUT', 'DELETE'],
};
/** A header `Allow` with these methods and no others, in any order. */
const allowing = (methods: readonly string[]): Pattern =>
  is.matching(`^${methods.map((one) => `(?=.*\\b${one}\\b)`).join('')}((${methods.join('|')})(, ?|$))+$`);

export const quirePathAndMethodCases: readonly Case[] = [
  check('quire.errors.not-found', {}, [
    get(`/plains/${UNKNOWN}`, { status: 404, error: { name: 'NotFoundError' } }),
    put(`/plains/${UNKNOWN}`, { n: 1 }, { status: 404, error: { name: 'NotFoundError' } }),
    get('/nothing-is-here', { status: 404, error: { name: 'NotFoundError' } }),
    ...UNKNOWN_PATHS.flatMap((path) =>
      METHODS.map(
        (send): Step => ({
          ...{ send, path },
          ...(send === 'POST' || send === 'PUT' || send === 'PATCH' ? { body: { data: {} } } : {}),
          expect: {
            status: 404,
            ...(send === 'HEAD' ? { empty: true } : { error: { name: 'NotFoundError' } }),
          },
        }),
      ),
    ),
  ]),
  check(
    'quire.errors.absent',
    { a: plain(), b: named('/authors'), r: made('/restaurants', { Name: '{mark}' }) },
    [
      { send: 'DELETE', path: '/plains/{a.documentId}', expect: { status: 204 } },
      post('/authors?status=draft', { name: '{mark}' }, {}, { save: 'd' }),
      ...[
        '/plains/{a.documentId}',
        '/authors/{d.documentId}',
        '/restaurants/{r.documentId}?locale=fr',
        '/plain',
        '/settings',
        '/shared.seo',
      ].map((path) => get(path, { status: 404, error: { name: 'NotFoundError' } })),
    ],
    { needs: ['drafts', 'i18n'] },
  ),
  check(
    'quire.errors.absent-single',
    {},
    [
      { send: 'DELETE', path: '/setting', expect: { status: 204 } },
      get('/setting', { status: 404, error: { name: 'NotFoundError' } }),
    ],
    { lock: 'setting', keeps: ['/setting'] },
  ),
  check(
    'quire.errors.method',
    { a: plain() },
    Object.entries(ALLOWED).flatMap(([path, allowed]) => [
      ...METHODS.filter((one) => one !== 'OPTIONS' && !allowed.includes(one)).map(
        (send): Step => ({
          ...{ send, path },
          ...(send === 'DELETE' ? {} : { body: { data: {} } }),
          expect: {
            status: 405,
            body: is.exactly({
              data: null,
              error: {
                ...{ status: 405, name: 'MethodNotAllowedError' },
                ...{ message: 'Method Not Allowed', details: {} },
              },
            }),
            headers: { allow: allowing(allowed), 'content-type': is.matching(IS_JSON.source) },
          },
        }),
      ),
      {
        ...{ send: 'OPTIONS', path },
        expect: { status: [200, 204], headers: { allow: allowing(allowed) } },
      } as const,
    ]),
  ),
  check('quire.errors.head', { a: plain() }, [
    ...Object.keys(ALLOWED).map(
      (path): Step => ({
        ...{ send: 'HEAD', path },
        expect: { status: [200, 404], empty: true, headers: { 'content-type': is.matching(IS_JSON.source) } },
      }),
    ),
    {
      send: 'HEAD',
      path: '/plains/{a.documentId}',
      expect: { status: 200, empty: true, headers: { etag: is.text } },
    },
    { send: 'HEAD', path: `/plains/${UNKNOWN}`, expect: { status: 404, empty: true } },
    { send: 'HEAD', path: '/plains?sort=nope', expect: { status: 400, empty: true } },
  ]),
  check('quire.errors.delete-unknown', {}, [del(`/plains/${UNKNOWN}`, { status: 204, empty: true })]),
];
