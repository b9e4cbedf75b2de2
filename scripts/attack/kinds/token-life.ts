// Token life: forged, altered, expired and revoked tokens. Each must get 401; the sound token beside it must work.
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { valueAt } from '../../../conformance/wire/captures';
import { type Exchange, NotPossible } from '../ask';
import { type Attack, type Breach, breach, type Kind } from '../attack';
import type { Account, Site } from '../site';

const REFUSED = 'A token that the deployment did not issue, or that ended, gets 401.';
/** Another process may use cached accounts for this time. */
const REVOKED_WITHIN_MS = 1_500;

type Payload = Record<string, unknown>;
interface Parts {
  readonly header: Payload;
  readonly payload: Payload;
  readonly signature: string;
  readonly token: string;
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const unsigned = (header: unknown, payload: unknown): string => `${encode(header)}.${encode(payload)}`;
const signed = (header: unknown, payload: unknown, secret: string | Buffer, hash = 'sha256'): string => {
  const text = unsigned(header, payload);
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };

/** Without the secret. */
const FORGED: Readonly<Record<string, (parts: Parts) => string>> = {
  'alg-none': ({ payload }) => `${unsigned({ alg: 'none', typ: 'JWT' }, payload)}.`,
  'alg-None': ({ payload }) => `${unsigned({ alg: 'None', typ: 'JWT' }, payload)}.`,
  'alg-none-signed': ({ payload, signature }) => `${unsigned({ alg: 'none' }, payload)}.${signature}`,
  'alg-missing': ({ payload, signature }) => `${unsigned({ typ: 'JWT' }, payload)}.${signature}`,
  'alg-list': ({ payload, signature }) => `${unsigned({ alg: ['HS256'] }, payload)}.${signature}`,
  'no-signature': ({ header, payload }) => unsigned(header, payload),
  'empty-signature': ({ header, payload }) => `${unsigned(header, payload)}.`,
  'cut-signature': ({ token }) => token.slice(0, -4),
  'other-signature': ({ token }) => token.slice(0, -10) + [...token.slice(-10)].reverse().join(''),
  'empty-secret': ({ payload }) => signed(HS256, payload, ''),
  'other-secret': ({ payload }) => signed(HS256, payload, 'secret'),
  'default-secret': ({ payload }) => signed(HS256, payload, 'changeme'),
  'kid-file': ({ payload }) => signed({ ...HS256, kid: '/dev/null' }, payload, ''),
  'kid-query': ({ payload }) => signed({ ...HS256, kid: "' UNION SELECT 'x" }, payload, 'x'),
  'jwk-inside': ({ payload }) => signed({ ...HS256, jwk: { kty: 'oct', k: encode('x') } }, payload, 'x'),
  'jku-inside': ({ payload }) => signed({ ...HS256, jku: 'http://127.0.0.1:9/keys' }, payload, 'x'),
  'other-user': ({ header, payload, signature }) =>
    `${unsigned(header, { ...payload, id: 1, userId: '1' })}.${signature}`,
  'four-parts': ({ token }) => `${token}.${token.split('.')[2]}`,
  'json-form': ({ token }) => encode({ protected: token.split('.')[0], payload: token.split('.')[1] }),
  huge: ({ header, payload, signature }) =>
    `${unsigned(header, { ...payload, more: 'x'.repeat(9_000) })}.${signature}`,
};

/** With the secret of the deployment. */
const SIGNED: Readonly<Record<string, (payload: Payload, secret: string) => string>> = {
  expired: (payload, secret) => signed(HS256, { ...payload, iat: 1, exp: 2 }, secret),
  'no-exp': ({ exp: _exp, ...payload }, secret) => signed(HS256, payload, secret),
  'exp-text': (payload, secret) => signed(HS256, { ...payload, exp: '9999999999' }, secret),
  'exp-beyond-2-53': (payload, secret) => signed(HS256, { ...payload, exp: 2 ** 53 + 2 }, secret),
  'exp-1e308': (payload, secret) => signed(HS256, { ...payload, exp: 1e308 }, secret),
  'exp-infinite': (payload, secret) =>
    signed(HS256, JSON.stringify({ ...payload, exp: 0 }).replace('"exp":0', '"exp":1e999'), secret),
  'not-before': (payload, secret) => signed(HS256, { ...payload, nbf: 4_000_000_000 }, secret),
  'issued-in-the-future': (payload, secret) => signed(HS256, { ...payload, iat: 4_000_000_000 }, secret),
  HS512: (payload, secret) => signed({ ...HS256, alg: 'HS512' }, payload, secret, 'sha512'),
  'no-user': ({ id: _id, userId: _userId, ...payload }, secret) => signed(HS256, payload, secret),
  'unknown-user': (payload, secret) => signed(HS256, { ...payload, id: 987_654, userId: '987654' }, secret),
  'id-list': (payload, secret) =>
    signed(HS256, { ...payload, id: [payload.id], userId: [payload.userId] }, secret),
  'id-object': (payload, secret) => signed(HS256, { ...payload, id: { $gt: 0 }, userId: { $gt: 0 } }, secret),
  'id-fraction': (payload, secret) => signed(HS256, { ...payload, id: 1.5, userId: 1.5 }, secret),
  'id-huge': (payload, secret) => signed(HS256, { ...payload, id: 1e21, userId: '1e21' }, secret),
  'id-nul': (payload, secret) => signed(HS256, { ...payload, id: '1\u0000', userId: '1\u0000' }, secret),
  'payload-text': (_payload, secret) => signed(HS256, '"text"', secret),
};

/** Other places and spellings of a sound token. They must not carry the rights of its user. */
const PLACES: Readonly<
  Record<string, (token: string) => { query?: string; headers: Record<string, string> }>
> = {
  'query-token': (token) => ({ query: `?token=${token}`, headers: {} }),
  'query-access-token': (token) => ({ query: `?access_token=${token}`, headers: {} }),
  cookie: (token) => ({ headers: { cookie: `jwt=${token}; token=${token}; strapi_jwt=${token}` } }),
  basic: (token) => ({ headers: { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` } }),
  'x-token': (token) => ({ headers: { 'x-access-token': token, 'x-auth-token': token } }),
  'two-words': (token) => ({ headers: { authorization: `Bearer ${token} ${token}` } }),
};

export const tokenLife: Kind = {
  name: 'token-life',
  summary: 'forged, altered, expired and revoked tokens',
  absence: (site) => (site.isOn('auth') ? null : 'the deployment has no users'),
  attacks: (site) => [
    ...Object.entries(FORGED).map(([id, forge]) => forged(`forged.${id}`, (parts) => forge(parts))),
    ...Object.entries(SIGNED).map(([id, forge]) =>
      forged(`signed.${id}`, ({ payload }) => {
        if (site.jwtSecret === null) throw new NotPossible('needs --jwt-secret');
        return forge(payload, site.jwtSecret);
      }),
    ),
    ...Object.entries(PLACES).map(([id, place]) => placed(id, place)),
    ...REVOCATIONS,
    ...API_TOKENS.map(apiToken),
  ],
};

async function partsOf(site: Site): Promise<Parts> {
  const { token } = site.account('mallory');
  const asked = await me(site, token);
  if (asked.status !== 200)
    throw new NotPossible(
      `GET /users/me with a sound token answered ${asked.status}: ${asked.text.slice(0, 100)}`,
    );
  const [header = '', payload = '', signature = ''] = token.split('.');
  const read = (text: string): Payload => JSON.parse(Buffer.from(text, 'base64url').toString());
  return { header: read(header), payload: read(payload), signature, token };
}

const me = (site: Site, token: string): Promise<Exchange> =>
  site.ask({ path: '/users/me', as: 'anonymous', headers: { authorization: `Bearer ${token}` } });

function forged(id: string, forge: (parts: Parts) => string): Attack {
  return {
    id,
    severity: 'high',
    rule: REFUSED,
    ask: async (site) => judged(await me(site, forge(await partsOf(site)))),
  };
}

/** 431: the header is too large. */
const judged = (asked: Exchange): Breach | null =>
  asked.status === 401 || asked.status === 431 ? null : breach(`the answer is ${asked.status}`, asked);

function placed(id: string, place: (typeof PLACES)[string]): Attack {
  return {
    id: `place.${id}`,
    severity: 'medium',
    rule: 'Only the header Authorization carries a token.',
    async ask(site) {
      const { query = '', headers } = place((await partsOf(site)).token);
      const asked = await site.ask({ path: `/users/me${query}`, as: 'anonymous', headers });
      return asked.status === 401 || asked.status === 403
        ? null
        : breach(`the answer is ${asked.status}`, asked);
    },
  };
}

/** A new user is logged in; then an event ends the token. */
const REVOCATIONS: readonly Attack[] = (
  [
    ['password-by-user', (site, user) => changePassword(site, user)],
    ['password-by-admin', (site, { id }) => put(site, id, { password: 'Another-1-password' })],
    ['blocked', (site, { id }) => put(site, id, { blocked: true })],
    ['deleted', (site, { id }) => site.ask({ method: 'DELETE', path: `/users/${String(id)}` })],
    ['logout', (site, { token }) => logOut(site, token)],
    ['logout-all', (site, { token }) => logOut(site, token, { scope: 'all' })],
  ] as const satisfies readonly (readonly [string, (site: Site, user: Account) => Promise<Exchange>])[]
).map(([id, end]) => ({
  id: `revoked.${id}`,
  severity: 'high',
  rule: REFUSED,
  async ask(site) {
    const user = await newUser(site);
    const before = await me(site, user.token);
    if (before.status === 401) throw new NotPossible('the new token does not work');
    const ended = await end(site, user);
    if (ended.status === 404 || ended.status === 405)
      throw new NotPossible('the deployment has no sessions to end');
    if (ended.status >= 300)
      throw new NotPossible(`the event answered ${ended.status}: ${ended.text.slice(0, 100)}`);
    const late = performance.now() + REVOKED_WITHIN_MS;
    let after = await me(site, user.token);
    while (after.status !== 401 && performance.now() < late) {
      await pause(100);
      after = await me(site, user.token);
    }
    return judged(after);
  },
}));

async function newUser(site: Site): Promise<Account> {
  const mark = site.mark();
  const user = { username: mark, email: `${mark}@attack.test`, password: `Pass-${mark}-1` };
  const role = (await site.ask({ path: `/users/${String(site.account('mallory').id)}?populate=role` })).body;
  const body = { ...user, role: valueAt(role, 'role.id'), confirmed: true };
  const made = await site.ask({ method: 'POST', path: '/users', body });
  const id = valueAt(made.body, 'id');
  if (id === undefined)
    throw new NotPossible(`POST /users answered ${made.status}: ${made.text.slice(0, 100)}`);
  site.bench.afterwards({ send: 'DELETE', path: `/users/${String(id)}` });
  const login = { identifier: user.email, password: user.password };
  const logged = await site.ask({ method: 'POST', path: '/auth/local', as: 'anonymous', body: login });
  const token = valueAt(logged.body, 'jwt');
  if (typeof token !== 'string') throw new NotPossible(`the login answered ${logged.status}`);
  return { ...user, name: mark, token, id };
}

const put = (site: Site, id: unknown, body: object): Promise<Exchange> =>
  site.ask({ method: 'PUT', path: `/users/${String(id)}`, body });
const withToken = (token: string) => ({ as: 'anonymous', headers: { authorization: `Bearer ${token}` } });
const logOut = (site: Site, token: string, body: object = {}): Promise<Exchange> =>
  site.ask({ method: 'POST', path: '/auth/logout', ...withToken(token), body });
const changePassword = (site: Site, { token, password }: Account): Promise<Exchange> =>
  site.ask({
    method: 'POST',
    path: '/auth/change-password',
    ...withToken(token),
    body: { currentPassword: password, password: 'Another-1-pass', passwordConfirmation: 'Another-1-pass' },
  });

/** Tokens beside the sound API token. */
const API_TOKENS: readonly (readonly [id: string, alter: (token: string) => string])[] = [
  ['cut', (token) => token.slice(0, -1)],
  ['longer', (token) => `${token}0`],
  ['last-letter', (token) => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')],
  ['upper-case', (token) => token.toUpperCase()],
  ['percent', () => '%'],
  ['empty-words', () => 'null'],
  ['wildcard', () => '*'],
];

function apiToken([id, alter]: (typeof API_TOKENS)[number]): Attack {
  return {
    id: `api-token.${id}`,
    severity: 'high',
    rule: REFUSED,
    async ask(site) {
      const { full } = site.target.tokens;
      const [subject] = site.subjects;
      if (full === undefined) throw new NotPossible('needs a token with full access');
      if (alter(full) === full) throw new NotPossible('the token has no letters');
      const headers = { authorization: `Bearer ${alter(full)}` };
      return judged(await site.ask({ path: `/${subject?.path}`, as: 'anonymous', headers }));
    },
  };
}
