// Cases of requests without credentials.
import { withoutAuth } from '../access-build';
import { check, del, get, post, put } from '../build';
import type { Case } from '../case';

/** The suite starts these deployments in production: no message tells which permission is missing. */
const FORBIDDEN = { status: 403, error: { status: 403, name: 'ForbiddenError', message: 'Forbidden' } };

export const quireAccessAnonymousCases: readonly Case[] = [
  check('quire.access.unknown-path', {}, [
    get('/nothing-is-here', { status: 404 }, { as: 'anonymous' }),
    { send: 'POST', path: '/nothing-is-here', body: {}, as: 'anonymous', expect: { status: 404 } },
  ]),
  check(
    'quire.access.closed',
    {},
    [get('/plains', { status: 403 }), post('/plains', { name: '{mark}' }, { status: 403 })],
    withoutAuth('none'),
  ),
  check(
    'quire.access.anonymous-read',
    {},
    [
      ...[get('/plains', { status: 200 }), get('/authors?hasPublishedVersion=true', { status: 200 })],
      post('/plains', { name: '{mark}' }, FORBIDDEN),
      put('/plains/none', { name: '{mark}' }, FORBIDDEN),
      del('/plains/none', FORBIDDEN),
      { send: 'POST', path: '/authors/none/actions/publish', expect: FORBIDDEN },
    ],
    withoutAuth('read'),
  ),
  check(
    'quire.access.anonymous-read',
    {},
    [
      ...['status=draft', 'hasPublishedVersion=false', 'publicationFilter=modified'].flatMap((words) =>
        ['/authors', '/authors/none', '/homepage'].map((path) => get(`${path}?${words}`, FORBIDDEN)),
      ),
      get('/categories?status=draft&filters[articles][author][name]=x', { status: 400 }),
      get('/profiles?status=draft&sort=author.name', { status: 400 }),
    ],
    { ...withoutAuth('read'), name: 'drafts', needs: ['drafts', 'i18n'] },
  ),
];
