// Cases of API tokens over HTTP: their routes, their permissions, and the user who created them.
import { makeToken, makeUser, permissionTree } from '../accounts';
import { check, del, get, named, plain } from '../build';
import type { Bench, Case, Deployment, Expectation, Step } from '../case';
import { MAILED } from '../deployments';
import { is } from '../pattern';

const TOKENS = '/api-tokens';
const HOUR = 3_600_000;
const FIND = 'api::plain.plain.find';
const of = (...verbs: string[]): string[] => verbs.map((verb) => `plugin::api-tokens.token.${verb}`);

const create = (body: object, expect: Expectation, as = 'full'): Step => ({
  ...{ send: 'POST', path: TOKENS, body, expect, as },
});
/** A list of errors that names this key. */
const wrong = (key: string, message: string): Expectation => ({
  status: 400,
  error: { details: { errors: is.including({ path: is.including(key), message: is.matching(message) }) } },
});

async function all(bench: Bench, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await bench.send(step);
}

/** The token ends `milliseconds` after its creation, with a minute of tolerance. */
function checkEnd(bench: Bench, milliseconds: number): void {
  const end = Date.parse(String(bench.value('usedToken.expiresAt')));
  const made = Date.parse(String(bench.value('usedToken.updatedAt')));
  if (Math.abs(end - made - milliseconds) > 60_000)
    bench.fail('the token ends at another time', milliseconds, bench.value('usedToken'));
}

const SHOWN = {
  ...{ accessKey: is.absent, hash: is.absent, maker: is.absent, madeAt: is.absent, declared: false },
};
const unknown: Expectation = { status: 401, error: { message: 'Missing or invalid credentials' } };
const may = (status: number): Step => get('/plains', { status }, { as: 'used' });
/** Repeated requests, because a cache may answer the later ones. */
const often = (step: Step): Step[] => [step, step, step];

const [UNMADE, MADE] = ['n'.repeat(40), 'm'.repeat(40)];
/** Tokens of an earlier start: a user created one of them. */
const WITHOUT_USERS: Deployment = {
  config: { plugins: { 'users-permissions': false } },
  extension: `(_extension, app) => {
    const hash = (secret) => require('node:crypto').createHash('sha256').update(secret).digest('hex');
    app.hooks.boot.before(async () => {
      const tokens = app.documents('plugin::api-tokens.token');
      const token = { type: 'read-only', actions: [] };
      await tokens.create({ data: { ...token, name: 'unmade', hash: hash('${UNMADE}') } });
      await tokens.create({ data: { ...token, name: 'made', hash: hash('${MADE}'), maker: '1', madeAt: new Date() } });
    });
  }`,
};

export const quireApiTokenCases: readonly Case[] = [
  check(
    'quire.access.token-routes',
    {},
    [
      ...['nonsense', 'a'.repeat(64), 'x.y.z'].map((token) =>
        get('/plains', unknown, { as: 'anonymous', headers: { authorization: `Bearer ${token}` } }),
      ),
      // Another scheme is an anonymous request, which this deployment allows.
      ...['Basic bm9ib2R5Om5vYm9keQ==', 'Token abc', 'Bearer'].map((authorization) =>
        get('/plains', { status: 200 }, { as: 'anonymous', headers: { authorization } }),
      ),
    ],
    { deploy: WITHOUT_USERS, name: 'without users' },
  ),
  check(
    'quire.access.token-maker',
    {},
    [
      get('/plains', { status: 200 }, { as: 'anonymous', headers: { authorization: `Bearer ${UNMADE}` } }),
      get('/plains', { status: 401 }, { as: 'anonymous', headers: { authorization: `Bearer ${MADE}` } }),
    ],
    { deploy: WITHOUT_USERS, name: 'while the plugin with users is disabled' },
  ),
  check(
    'quire.access.token-routes',
    {},
    [
      ...[get(TOKENS), get(`${TOKENS}/none`), del(`${TOKENS}/none`)].map(
        (step): Step => ({ ...step, as: 'anonymous', expect: { status: [401, 403] } }),
      ),
      get(`${TOKENS}/none`, { status: 404, error: { name: 'NotFoundError' } }),
      { send: 'POST', path: `${TOKENS}/none/actions/regenerate`, expect: { status: 404 } },
      create({ type: 'read-only' }, wrong('name', 'name')),
      create({ name: '  ', type: 'read-only' }, wrong('name', '1 to 255 characters')),
      create({ name: 'x'.repeat(256), type: 'read-only' }, wrong('name', '1 to 255 characters')),
      create({ name: '{mark}', type: 'other' }, wrong('type', 'custom')),
      create({ name: '{mark}', type: 'custom' }, wrong('actions', 'at least one action')),
      create({ name: '{mark}', type: 'read-only', actions: [FIND] }, wrong('actions', 'no actions')),
      create({ name: '{mark}', type: 'custom', actions: [FIND, 'api::plain.plain.fnd'] }, wrong('1', FIND)),
      create({ name: '{mark}', type: 'custom', actions: [FIND, FIND] }, wrong('actions', '')),
      ...['soon', '1 y', '0d', '36526d', 999, -1, 3_155_760_000_001].map((lifespan) =>
        create({ name: '{mark}', type: 'read-only', lifespan }, wrong('lifespan', '30d')),
      ),
    ],
    {
      async run(bench) {
        const more = { description: 'For a page.', lifespan: '12h' };
        await makeToken(bench, 'used', { type: 'custom', actions: [FIND], ...more });
        checkEnd(bench, 12 * HOUR);
        const { name, documentId } = Object(bench.value('usedToken'));
        const shown = {
          ...{ ...SHOWN, name, documentId, type: 'custom', actions: [FIND], lifespan: 12 * HOUR },
          description: 'For a page.',
        };
        const path = `${TOKENS}/${documentId}`;
        await all(bench, [
          ...often(may(200)),
          get(TOKENS, { status: 200, body: { data: is.including(shown) } }),
          get(path, { data: shown }),
          create({ name, type: 'read-only' }, { status: 400 }),
          {
            ...{ send: 'POST', path: `${path}/actions/regenerate` },
            expect: { status: 200, body: { data: { ...shown, accessKey: is.text } } },
            save: { usedToken: 'body.data' },
          },
          get('/plains', unknown, { as: 'used' }),
        ]);
        checkEnd(bench, 12 * HOUR);
        bench.keep('used', { token: bench.value('usedToken.accessKey') });
        await all(bench, [
          ...often(may(200)),
          del(path, { status: 204 }),
          get('/plains', unknown, { as: 'used' }),
          get(path, { status: 404 }),
          get(TOKENS, { body: { data: is.each({ documentId: is.not(documentId) }) } }),
          del(path, { status: 404 }),
        ]);
        await makeToken(bench, 'byId', { type: 'read-only' });
        await all(bench, [
          get('/plains', { status: 200 }, { as: 'byId' }),
          del(`${TOKENS}/{byIdToken.id}`, { status: 204 }),
          get('/plains', unknown, { as: 'byId' }),
          del(`${TOKENS}/{byIdToken.id}`, { status: 404 }),
        ]);
        await makeToken(bench, 'short', { name: bench.mark.slice(-1), type: 'read-only' });
        for (const [alias, lifespan] of [
          ['number', 2 * HOUR],
          ['endless', null],
        ] as const) {
          const name = `${bench.mark} ${alias}`.padEnd(255, 'x');
          await makeToken(bench, alias, { name, type: 'full-access', lifespan });
          await all(bench, [
            get(`${TOKENS}/{${alias}Token.documentId}`, {
              data: {
                ...{ ...SHOWN, name, type: 'full-access', actions: [], lifespan, description: '' },
                expiresAt: lifespan === null ? null : is.text,
              },
            }),
            get('/plains', { status: 200 }, { as: alias }),
          ]);
        }
      },
    },
  ),
  check('quire.access.token-maker', { p: plain(), g: named('/groups') }, [], {
    async run(bench) {
      const own = [...of('create', 'findOne', 'regenerate'), FIND, 'api::plain.plain.findOne'];
      await makeUser(bench, 'user', own);
      const custom = (actions: readonly string[], expect: Expectation, as = 'user'): Step =>
        create({ name: `${bench.mark} n`, type: 'custom', actions, lifespan: '1h' }, expect, as);
      const missing = (...actions: string[]): Expectation => ({
        status: 403,
        error: {
          ...{ name: 'ForbiddenError', message: is.matching(`have: ${actions.join(', ')}$`) },
          details: { missing: is.including(...actions) },
        },
      });
      const lacksMany = {
        status: 403,
        error: {
          message: is.matching('have: ([\\w:.-]+, ){4}[\\w:.-]+ and [1-9]\\d+ more$'),
          details: { missing: is.including('api::group.group.find') },
        },
      };
      const onlyReads = {
        status: 403,
        error: {
          details: {
            missing: is.both(
              is.including('api::group.group.find'),
              is.each(is.matching('\\.(find|findOne|count|readDraft)$')),
            ),
          },
        },
      };
      const actions = [FIND, ...of('create', 'regenerate')];
      await makeToken(bench, 'used', { type: 'custom', actions, lifespan: '1h' }, 'user');
      await makeToken(bench, 'free', { type: 'custom', actions: [FIND, 'api::group.group.find'] });
      await all(bench, [
        may(200),
        get('/plains/{p.documentId}', { status: 403 }, { as: 'used' }),
        get('/groups', { status: 403 }, { as: 'used' }),
        custom([FIND, 'api::group.group.find'], missing('api::group.group.find')),
        create({ name: '{mark} n', type: 'full-access' }, lacksMany, 'user'),
        create({ name: '{mark} n', type: 'read-only' }, onlyReads, 'user'),
        // The user has this permission, but the token does not.
        custom(['api::plain.plain.findOne'], missing('api::plain.plain.findOne'), 'used'),
        ...[null, '2h'].map((lifespan) =>
          create(
            { name: '{mark} n', type: 'custom', actions: [FIND], lifespan },
            { status: 403, error: { message: is.matching('outlive') } },
            'used',
          ),
        ),
        {
          send: 'POST',
          path: `${TOKENS}/{freeToken.documentId}/actions/regenerate`,
          as: 'user',
          expect: missing('api::group.group.find'),
        },
      ]);
      // When a token creates a token, both have the same maker.
      const short = { type: 'custom', actions: [FIND], lifespan: '30m' };
      await makeToken(bench, 'inner', short, 'used');
      await makeToken(bench, 'moved', short, 'user');
      const works = async (isLive: boolean): Promise<void> =>
        all(bench, [
          get('/plains', { status: isLive ? 200 : 401 }, { as: 'used' }),
          get('/plains', { status: isLive ? 200 : 401 }, { as: 'inner' }),
          get('/plains', { status: 200 }, { as: 'free' }),
        ]);
      const user = (body: object): Step => ({ send: 'PUT', path: '/users/{userUser.id}', body });
      const { roles } = Object((await bench.send(get('/users-permissions/roles'))).body);
      const { id, name } = roles.find((one: { name: string }) => one.name === bench.value('user.name'));
      const role = (granted: readonly string[]): Step => ({
        ...{ send: 'PUT', path: `/users-permissions/roles/${id}` },
        body: { name, description: name, permissions: permissionTree(granted) },
      });
      await works(true);
      // This deployment does not require confirmed addresses.
      await bench.send(user({ blocked: true }));
      await works(false);
      await bench.send(user({ blocked: false, confirmed: false }));
      await works(true);
      await bench.send(role(own.filter((action) => action !== FIND)));
      await works(false);
      await bench.send(role(own));
      await works(true);
      // When another caller regenerates a token, the token no longer depends on the user.
      await all(bench, [
        {
          ...{ send: 'POST', path: `${TOKENS}/{movedToken.documentId}/actions/regenerate` },
          expect: { status: 200 },
          save: { movedToken: 'body.data' },
        },
        del('/users/{userUser.id}'),
      ]);
      bench.keep('moved', { token: bench.value('movedToken.accessKey') });
      await works(false);
      await bench.send(get('/plains', { status: 200 }, { as: 'moved' }));
    },
  }),
  check('quire.access.token-maker', {}, [], {
    deploy: MAILED,
    needs: ['extension'],
    name: 'of an unconfirmed address',
    async run(bench) {
      await makeUser(bench, 'user', [...of('create'), FIND]);
      await makeToken(bench, 'used', { type: 'custom', actions: [FIND] }, 'user');
      for (const confirmed of [true, false, true])
        await all(bench, [
          { send: 'PUT', path: '/users/{userUser.id}', body: { confirmed } },
          may(confirmed ? 200 : 401),
        ]);
    },
  }),
];
