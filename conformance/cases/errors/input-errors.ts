// Cases of unknown keys and missing values in bodies and queries.
import { check, get, invalidQuery, lists, plain, post } from '../build';
import type { Case, Step } from '../case';
import { LIST_LIMITS } from '../deployments';
import { is } from '../pattern';

/** An unknown parameter changes nothing. */
const STRICT = [
  ['GET', '/plains/{a.documentId}'],
  ['GET', '/setting'],
  ['POST', '/plains'],
  ['PUT', '/plains/{a.documentId}'],
  ['DELETE', '/plains/{a.documentId}'],
] as const;

/** With its two quotes, as long as the longest value that a message shows whole. */
const LONG = 'ab'.repeat(29);

export const quireInputErrorCases: readonly Case[] = [
  check('quire.errors.invalid-key', {}, [
    invalidQuery('/plains?filters[nope][$eq]=1', {
      status: 400,
      message: 'Invalid key nope',
      details: is.exactly({ key: 'nope', path: null, source: 'query', param: 'filters' }),
    }),
    invalidQuery('/plains?sort=nope', { details: { key: 'nope', source: 'query', param: 'sort' } }),
    invalidQuery('/plains?fields=nope', { details: { key: 'nope', source: 'query', param: 'fields' } }),
    invalidQuery('/plains?populate=nope', { details: { key: 'nope', source: 'query', param: 'populate' } }),
    invalidQuery('/plains?filters[group][nope][$eq]=1', {
      details: { key: 'nope', path: 'group', param: 'filters' },
    }),
    // A message shows 60 characters of a value: the quotes of JSON count.
    invalidQuery(`/plains?filters[n][$gt]=${LONG}`, { message: is.matching(` "${LONG}" for n`) }),
    invalidQuery(`/plains?filters[n][$gt]=${LONG}z`, {
      message: is.matching(` "${LONG.slice(0, 56)}… for n`),
    }),
  ]),
  check('quire.errors.body-key', {}, [
    post(
      '/plains',
      { name: '{mark}', nope: 1 },
      {
        status: 400,
        error: {
          name: 'ValidationError',
          message: 'Invalid key nope',
          details: { key: 'nope', path: null, source: 'body' },
        },
      },
    ),
    post(
      '/articles',
      { title: '{mark}', seo: { metaTitle: 'M', nope: 1 } },
      { status: 400, error: { message: 'Invalid key nope at seo' } },
    ),
  ]),
  check(
    'quire.errors.system-keys',
    {},
    ['id', 'documentId', 'createdAt', 'updatedAt'].map((key) =>
      post(
        '/plains',
        { name: '{mark}', [key]: '1' },
        { status: 400, error: { name: 'ValidationError', message: `Invalid key ${key}` } },
      ),
    ),
  ),
  check('quire.errors.ignored-keys', {}, [
    {
      ...post('/plains', {}, {}),
      body: { data: { name: '{mark}', locale: 'fr', publishedAt: null }, extra: 1 },
      expect: { status: 201, data: { name: '{mark}', locale: is.oneOf(is.absent, null) } },
    },
  ]),
  check('quire.errors.all-issues', {}, [
    post(
      '/checks',
      { len: 'ab', intv: 9, enumv: 'four' },
      {
        status: 400,
        error: {
          name: 'ValidationError',
          message: '4 errors occurred',
          details: {
            errors: is.shuffled(
              { path: ['req'] },
              { path: ['len'], message: 'len must be at least 3 characters' },
              { path: ['intv'] },
              { path: ['enumv'] },
            ),
          },
        },
      },
    ),
  ]),
  check('quire.errors.missing-data', {}, [
    ...[{}, { data: null }, { data: 'text' }].map(
      (body): Step => ({
        send: 'POST',
        path: '/plains',
        body,
        expect: {
          status: 400,
          error: { name: 'ValidationError', message: 'Missing "data" payload in the request body' },
        },
      }),
    ),
    { send: 'POST', path: '/plains', expect: { status: 400 } },
  ]),
  check('quire.errors.unknown-param', {}, [
    get('/plains?foo=bar&meta=1&pagination[page]=1', { status: 200 }),
  ]),
  check(
    'quire.errors.strict-params',
    { a: plain() },
    [
      ...['foo', 'f', 'filter', 'Sort', 'lookup'].map((key) =>
        invalidQuery(`/plains?${key}=bar`, {
          message: `Invalid key ${key}`,
          details: { key, path: null, source: 'query', param: key },
        }),
      ),
      ...STRICT.map(
        ([send, path]): Step => ({
          ...{ send, path: `${path}?foo=bar` },
          ...(send === 'POST' || send === 'PUT' ? { body: { data: { name: '{mark}' } } } : {}),
          expect: { status: 400, error: { name: 'ValidationError', details: { key: 'foo' } } },
        }),
      ),
      get('/plains/{a.documentId}', { data: { name: '{mark}' } }),
      get('/plains?sort=n', { status: 200 }),
    ],
    { deploy: LIST_LIMITS },
  ),
  check('quire.errors.empty-sort', { a: plain() }, [lists('sort=', 'a')]),
];
