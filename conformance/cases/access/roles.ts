// Cases of our own decisions on permissions: forbidden actions, new locales, and keys that a user cannot read.
import { FORBIDDEN, ME, userMay } from '../access-build';
import { get, made, named, plain, post, put } from '../build';
import type { Case } from '../case';
import { is } from '../pattern';

export const quireAccessCases: readonly Case[] = [
  userMay(
    'create-locale',
    ['api::restaurant.restaurant.create'],
    [post('/restaurants?locale=fr', { Name: '{mark}' }, { status: 201, data: { locale: 'fr' } })],
  ),
  userMay(
    'like-unknown',
    ['api::peek.peek.find', 'api::peek.peek.create'],
    [
      get('/peeks?filters[hid][name][$eq]=x', {
        status: 400,
        error: { message: 'Invalid key hid', details: { key: 'hid', path: null } },
      }),
      get('/peeks?filters[nope][name][$eq]=x', {
        status: 400,
        error: { message: 'Invalid key nope', details: { key: 'nope', path: null } },
      }),
      get('/peeks?sort=hid.name', { status: 400, error: { message: 'Invalid key hid' } }),
      post(
        '/peeks',
        { name: '{mark}', hid: '{h.documentId}' },
        { status: 400, error: { message: 'Invalid key hid' } },
      ),
    ],
    { h: named('/hiddens'), p: made('/peeks', { name: '{mark}', hid: '{h.documentId}' }) },
  ),
  userMay(
    'no-secrets',
    [ME],
    [
      get('/users?filters[password][$startsWith]=$2', { status: 400 }, { as: 'full' }),
      get('/users?filters[resetPasswordToken][$notNull]=true', { status: 400 }, { as: 'full' }),
      get('/users?fields=password', { status: 400 }, { as: 'full' }),
      get('/articles?filters[owner][password][$startsWith]=$2', { status: 400 }, { as: 'full' }),
      get(
        '/users',
        { body: is.each(is.noKeys('password', 'resetPasswordToken', 'confirmationToken')) },
        { as: 'full' },
      ),
    ],
  ),
  userMay(
    'forbidden',
    [ME],
    ['/plains', '/plains/{a.documentId}', '/restaurants'].map((path) => get(path, FORBIDDEN)),
    {
      a: plain(),
    },
  ),
  userMay(
    'forbidden',
    ['find', 'findOne', 'update'].map((verb) => `api::restaurant.restaurant.${verb}`),
    [
      post('/restaurants', { Name: '{mark}' }, FORBIDDEN),
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark}' }, FORBIDDEN),
      { send: 'DELETE', path: '/restaurants/{r.documentId}', expect: FORBIDDEN },
    ],
    { r: made('/restaurants', { Name: '{mark}' }) },
  ),
];
