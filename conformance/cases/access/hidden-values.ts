// Cases of passwords and private attributes: no answer shows them, and queries do not know them.
import { article, check, get, invalidQuery, made, named, post, put } from '../build';
import type { Case, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is } from '../pattern';

const secret = { a: article({ secret: 'hunter22hunter', private_note: 'n' }) };
/** An unreadable key gets the same answer as an unknown key. */
const likeUnknown = (key: string, param: string, query: (key: string) => string): Step[] => [
  invalidQuery(`/articles?${query(key)}`, {
    message: `Invalid key ${key}`,
    details: { key, path: null, source: 'query', param },
  }),
  invalidQuery(`/articles?${query('nope')}`, {
    message: 'Invalid key nope',
    details: { key: 'nope', path: null, source: 'query', param },
  }),
];
const filters = (key: string): string => `filters[${key}][$eq]=x`;

/** Private by the options of the type. */
const PRIVATE = ['note', 'createdAt', 'tag', 'id'];

export const quireHiddenValueCases: readonly Case[] = [
  check('quire.password.returned', secret, [
    get('/articles/{a.documentId}', { data: { secret: is.absent } }),
    get('/articles/{a.documentId}?populate=*', { data: { secret: is.absent } }),
    post('/articles', { title: '{mark}', secret: 'hunter22hunter' }, { data: { secret: is.absent } }),
    put('/articles/{a.documentId}', { secret: 'hunter33hunter' }, { data: { secret: is.absent } }),
  ]),
  check(
    'quire.password.selected',
    secret,
    likeUnknown('secret', 'fields', (key) => `fields=${key}`),
  ),
  check('quire.password.filtered', secret, likeUnknown('secret', 'filters', filters)),
  check(
    'quire.password.sorted',
    secret,
    likeUnknown('secret', 'sort', (key) => `sort=${key}`),
  ),
  check('quire.private.returned', secret, [
    get('/articles/{a.documentId}?populate=*', { data: { private_note: is.absent } }),
  ]),
  // `options.privateAttributes` names attributes and system fields.
  check(
    'quire.private.returned',
    {
      t: named('/tags'),
      a: made('/veileds', {
        ...{ name: '{mark}', note: 'hidden', tag: '{t.documentId}' },
        ...{ part: { label: 'p', note: 'hidden' }, parts: [{ label: 'q', note: 'hidden' }] },
      }),
    },
    [
      get('/veileds/{a.documentId}', {
        data: is.both(is.noKeys(...PRIVATE), { name: '{mark}', updatedAt: is.timestamp }),
      }),
      get('/veileds/{a.documentId}?populate=*', {
        data: is.both(is.noKeys(...PRIVATE), {
          part: is.both(is.noKeys('note'), { label: 'p' }),
          parts: [is.both(is.noKeys('note'), { label: 'q' })],
        }),
      }),
      put('/veileds/{a.documentId}', { note: 'changed' }, { data: is.noKeys(...PRIVATE) }),
      ...[
        'filters[note]=hidden',
        'filters[createdAt][$notNull]=true',
        'filters[part][note]=hidden',
        'filters[parts][note]=hidden',
        'filters[tag][name]={mark}',
        'sort=note',
        'sort=createdAt',
        'filters[id][$gt]=0',
        'sort=id',
        'fields=id',
        'fields=note',
        'fields[0]=name&fields[1]=createdAt',
        'populate[part][fields]=note',
        'populate=tag',
      ].map((query) => invalidQuery(`/veileds?${query}`)),
    ],
    { name: 'by the options of a type', deploy: OWN_TYPES },
  ),
  check('quire.private.queried', secret, [
    ...likeUnknown('private_note', 'filters', filters),
    ...likeUnknown('private_note', 'sort', (key) => `sort=${key}`),
    ...likeUnknown('private_note', 'fields', (key) => `fields=${key}`),
  ]),
  check('quire.private.written', secret, [
    put('/articles/{a.documentId}', { private_note: 'other' }, { data: { private_note: is.absent } }),
  ]),
];
