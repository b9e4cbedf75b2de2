// Permissions below the first level, tokens on every route, blocked users, and secrets through relations.
import { may, ownUserMay } from '../access-build';
import { actionsOf } from '../accounts';
import { ABSENT, article, check, DENIED, get, made, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const send = (method: Step['send'], path: string, body?: unknown): Step => ({
  send: method,
  path,
  expect: { status: DENIED },
  ...(body === undefined ? {} : { body }),
});
const WRITES: readonly Step[] = [
  send('POST', '/plains', { data: { name: '{mark}' } }),
  send('PUT', '/plains/{p.documentId}', { data: { n: 2 } }),
  send('DELETE', '/plains/{p.documentId}'),
  send('PUT', '/setting', { data: { siteName: '{mark}' } }),
  send('DELETE', '/setting'),
  send('POST', '/authors', { data: { name: '{mark}' } }),
  send('PUT', '/restaurants/{r.documentId}?locale=fr', { data: { Name: '{mark}' } }),
];
const written = { p: plain({ n: 1 }), r: made('/restaurants', { Name: '{mark}' }) };
const bad = (path: string): Step => get(path, { status: 'refused' });
const SECRETS = {
  c: named('/categories'),
  a: article({ category: '{c.documentId}', secret: 'hunter22hunter', private_note: 'note' }),
};
const OPERATORS = [
  ...['$eq', '$eqi', '$ne', '$nei', '$lt', '$lte', '$gt', '$gte', '$null', '$notNull'],
  ...['$contains', '$containsi', '$notContains', '$notContainsi'],
  ...['$startsWith', '$startsWithi', '$endsWith', '$endsWithi'],
  ...['$in][0', '$notIn][0', '$between][0'],
];

/** The attribute is unknown to filters, sorts, fields and populates, through a relation, and in no answer. */
const secret = (row: string, attribute: string, value: string): Case =>
  check(row, SECRETS, [
    ...OPERATORS.map((operator) => bad(`/articles?filters[${attribute}][${operator}]=${value}`)),
    ...OPERATORS.map((operator) => bad(`/categories?filters[articles][${attribute}][${operator}]=${value}`)),
    bad(`/categories?filters[$or][0][articles][$not][${attribute}][$eq]=${value}`),
    bad(`/articles?filters[category][articles][${attribute}][$eq]=${value}`),
    bad(`/articles?sort=category.articles.${attribute}`),
    bad(`/categories?sort=articles.${attribute}`),
    bad(`/categories?populate[articles][filters][${attribute}][$eq]=${value}`),
    bad(`/categories?populate[articles][sort]=${attribute}`),
    bad(`/categories?populate[articles][fields][0]=${attribute}`),
    get('/categories/{c.documentId}?populate[articles][populate]=*', {
      data: { articles: is.both(is.length(1), is.each({ [attribute]: is.absent })) },
    }),
    get('/articles/{a.documentId}?populate[category][populate]=articles', {
      data: { category: { articles: is.both(is.length(1), is.each({ [attribute]: is.absent })) } },
    }),
    post(
      '/categories?populate=articles',
      { name: '{mark}', articles: ['{a.documentId}'] },
      { data: { articles: is.both(is.length(1), is.each({ [attribute]: is.absent })) } },
    ),
  ]);

const INVERSE = { g: named('/groups'), p: plain({ group: '{g.documentId}' }), q: plain() };
const LINKED = { plains: is.both(is.length(1), is.each({ documentId: '{p.documentId}' })) };

export const accessThroughRelationsCases: readonly Case[] = [
  may(
    'quire.access.inverse',
    [...actionsOf('group', 'find', 'update'), ...actionsOf('plain', 'find')],
    [
      ...[[], ['{q.documentId}'], { connect: ['{q.documentId}'] }, { disconnect: ['{p.documentId}'] }].map(
        (plains) => put('/groups/{g.documentId}', { plains }, { status: 403 }),
      ),
      put('/groups/{g.documentId}?populate=plains', { plains: ['{p.documentId}'] }, { data: LINKED }),
      get('/groups/{g.documentId}?populate=plains', { data: LINKED }, { as: 'full' }),
    ],
    INVERSE,
  ),
  may(
    'quire.access.inverse',
    [...actionsOf('group', 'find', 'update'), ...actionsOf('plain', 'find', 'update')],
    [put('/groups/{g.documentId}?populate=plains', { plains: [] }, { data: { plains: [] } })],
    INVERSE,
    { name: 'granted' },
  ),
  ...[true, false].map((isGranted) =>
    may(
      'quire.access.inverse',
      [
        ...actionsOf('author', 'create', 'find', ...(isGranted ? ['update'] : [])),
        ...actionsOf('profile', 'find'),
      ],
      [
        // The new author takes the profile from another author.
        post('/authors', { name: '{mark} b', profile: '{p.documentId}' }, { status: isGranted ? 201 : 403 }),
        get(
          '/profiles/{p.documentId}?populate=author',
          { data: { author: { name: isGranted ? '{mark} b' : '{mark} a' } } },
          { as: 'full' },
        ),
      ],
      {
        p: made('/profiles', { nick: '{mark}' }),
        a: made('/authors', { name: '{mark} a', profile: '{p.documentId}' }),
      },
      { name: isGranted ? 'a partner, granted' : 'a partner' },
    ),
  ),
  may(
    'rest.locale.create-permission.single',
    actionsOf('homepage', 'find', 'update'),
    [
      put('/homepage', { headline: '{mark}' }, {}, { as: 'full' }),
      { send: 'DELETE', path: '/homepage?locale=de', as: 'full', expect: { status: 'any' } },
      put('/homepage?locale=de', { headline: '{mark} de' }, { status: 403 }),
      get('/homepage?locale=de', ABSENT, { as: 'full' }),
      put('/homepage', { headline: '{mark} 2' }, { status: 200 }),
    ],
    {},
    { lock: 'homepage', keeps: ['/homepage', '/homepage?locale=fr', '/homepage?locale=de'] },
  ),
  check(
    'auth.api-token.read-only',
    written,
    [
      ...WRITES.map((step): Step => ({ ...step, as: 'read-only' })),
      ...['/plains', '/plains/{p.documentId}', '/restaurants', '/authors'].map((path) =>
        get(path, { status: 200 }, { as: 'read-only' }),
      ),
      get('/plains/{p.documentId}', { data: { n: 1 } }),
    ],
    { needs: ['i18n'], lock: 'setting', keeps: ['/setting'] },
  ),
  check('quire.access.custom-token', { ...written, g: named('/groups') }, [], {
    async run(bench) {
      const { body } = await bench.send({
        send: 'POST',
        path: '/api-tokens',
        body: { name: bench.mark, type: 'custom', actions: actionsOf('plain', 'find', 'update') },
        expect: { status: 201 },
        save: { made: 'body.data' },
      });
      bench.afterwards({ send: 'DELETE', path: `/api-tokens/${bench.value('made.documentId')}` });
      if (typeof bench.value('made.accessKey') !== 'string') bench.fail('no secret', 'a text', body);
      bench.keep('custom', { token: bench.value('made.accessKey') });
      const steps: Step[] = [
        get('/plains', { status: 200 }),
        put('/plains/{p.documentId}', { n: 2 }, { status: 200 }),
        get('/plains/{p.documentId}', { status: 403 }),
        get('/groups', { status: 403 }),
        get('/groups/{g.documentId}', { status: 403 }),
        get('/setting', { status: 403 }),
        ...WRITES.filter(({ path, send: method }) => method !== 'PUT' || !path.startsWith('/plains')),
      ];
      for (const step of steps) await bench.send({ ...step, as: 'custom' });
    },
  }),
  ownUserMay(
    'quire.access.blocked',
    ['plugin::users-permissions.user.me'],
    (
      [
        [true, 400, is.absent],
        [false, 200, is.text],
      ] as const
    ).flatMap(([blocked, status, jwt]): Step[] => [
      { send: 'PUT', path: '/users/{userUser.id}', as: 'full', body: { blocked } },
      {
        send: 'POST',
        path: '/auth/local',
        as: 'anonymous',
        body: { identifier: '{user.email}', password: '{user.password}' },
        expect: { status, body: { jwt } },
      },
    ]),
  ),
  secret('quire.private.deeper', 'private_note', 'note'),
  secret('quire.password.deeper', 'secret', 'hunter22hunter'),
];
