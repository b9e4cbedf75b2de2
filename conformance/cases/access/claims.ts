// Cases of user tokens with a right signature and wrong claims. The cases know the secret.
import { createHmac } from 'node:crypto';
import { auth } from '../account-build';
import { makeUser } from '../accounts';
import { get } from '../build';
import type { Bench, Case, Deployment, Step } from '../case';
import { LIMITED, OTHER_OPTIONS, SECRET } from '../deployments';

type Claims = Readonly<Record<string, unknown>>;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: Claims, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
}

const claimsIn = (token: unknown): Claims =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

/** What a caller with these claims gets. */
async function asks(bench: Bench, claims: Claims, status: number, header?: object): Promise<void> {
  bench.keep('signed', { token: signed(claims, header) });
  await bench.send(get('/users/me', { status }, { as: 'signed' }));
}

/** Claims that no token has; a claim that is undefined is left out. */
const wrongClaims = (now: number): readonly Claims[] => [
  { exp: undefined },
  { iat: undefined },
  { iat: now + 600, exp: now + 900 },
  { iat: String(now) },
  { exp: now - 1 },
  { exp: 2 ** 53 },
  { exp: 1e300 },
  { nbf: now + 600 },
  { v: 'another epoch' },
  { iat: now - 86_400 * 365 },
  { type: 'refresh' },
  { type: 'other' },
];

const claims = (name: string, deploy: Deployment, run: Case['run']): Case => ({
  ...{ rows: ['quire.access.claims'], name, deploy },
  run,
});

export const quireClaimCases: readonly Case[] = [
  claims('one token', LIMITED, async (bench) => {
    await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
    const own = claimsIn(bench.value('user.token'));
    const now = Math.floor(Date.now() / 1000);
    await asks(bench, own, 200);
    await asks(bench, { ...own, id: String(own.id) }, 200);
    // The clocks of servers may differ by some seconds.
    await asks(bench, { ...own, iat: now + 2 }, 200);
    const ids = [
      undefined,
      null,
      0,
      -1,
      1.5,
      999_999_999,
      1e300,
      'x',
      `${own.id} `,
      '',
      [own.id],
      { $ne: 0 },
    ];
    for (const one of [...wrongClaims(now), ...ids.map((id) => ({ id })), { type: 'access' }])
      await asks(bench, { ...own, ...one }, 401);
    const session = { userId: String(own.id), sessionId: 'x', type: 'access' };
    await asks(bench, { ...own, ...session, id: undefined }, 401);
    await asks(bench, own, 401, { alg: 'HS384', typ: 'JWT' });
  }),
  claims('tokens of a session', OTHER_OPTIONS, async (bench) => {
    for (const alias of ['user', 'other'])
      await makeUser(bench, alias, ['plugin::users-permissions.user.me']);
    const [own, refresh, other] = ['userLogin.jwt', 'userLogin.refreshToken', 'otherLogin.jwt'].map((key) =>
      claimsIn(bench.value(key)),
    ) as [Claims, Claims, Claims];
    const now = Math.floor(Date.now() / 1000);
    await asks(bench, own, 200);
    await asks(bench, { ...own, userId: Number(own.userId) }, 200);
    const sessions = [undefined, null, 7, 'x'].map((sessionId) => ({ sessionId }));
    const users = [undefined, null, 'x', `${own.userId} `, 1.5].map((userId) => ({ userId }));
    for (const one of [
      ...wrongClaims(now),
      ...sessions,
      ...users,
      { type: undefined, id: Number(own.userId) },
    ])
      await asks(bench, { ...own, ...one }, 401);
    // A token of a program has no user.
    for (const send of ['GET', 'DELETE'] as const)
      await bench.send({ send, path: '/auth/sessions', as: 'full', expect: { status: 401 } });
    const refreshes = (more: Claims, status: number): Step =>
      auth('refresh', { refreshToken: signed({ ...refresh, ...more }) }, { status });
    const secrets = [undefined, null, 7].map((jti) => ({ jti }));
    const kinds = [undefined, 'access', 'other'].map((type) => ({ type }));
    for (const one of [...secrets, ...kinds, ...sessions, ...users, { exp: now - 1 }])
      await bench.send(refreshes(one, 401));
    for (const body of [{}, { refreshToken: 5 }, { refreshToken: '' }, { refreshToken: null }])
      await bench.send(auth('refresh', body, { status: 400, error: { name: 'ValidationError' } }));
    await bench.send(refreshes({}, 200));
    // Another party seems to have the token, so the session ends.
    for (const one of [{ sessionId: other.sessionId }, { userId: other.userId }, { jti: 'x' }])
      await bench.send(refreshes(one, 401));
    await bench.send(refreshes({}, 401));
    // A blocked user has no sessions.
    await bench.send({ send: 'PUT', path: '/users/{otherUser.id}', body: { blocked: true } });
    await bench.send(auth('refresh', { refreshToken: '{otherLogin.refreshToken}' }, { status: 401 }));
  }),
];
