// What an account keeps: its refresh token, its name and address, and the end of what was revoked.
import { valueAt } from '../../../conformance/wire/captures';
import { type Call, type Exchange, NotPossible } from '../ask';
import { type Attack, type Breach, breach, type Kind } from '../attack';
import type { Site } from '../site';
import { exactlyOne, succeeded } from './crowd';

const HEADER = { 'x-strapi-refresh-cookie': 'httpOnly' };
const HIDES = 'No answer of a session with an httpOnly cookie shows its refresh token.';
const OWN_PAGE = 'A form of another site cannot refresh a session by its cookie.';
const ONE = 'No account gets the name or the address of another as its name or address.';
const ENDS = 'What a deletion reports as deleted is gone, and an unknown id deletes nothing.';

export const accountSecrets: Kind = {
  name: 'account-secrets',
  summary: 'refresh cookies, names that are addresses, revocations by each form of an id',
  absence: (site) => (site.isOn('auth') ? null : 'the deployment has no users'),
  attacks: () => [
    ...REFRESHES.map(refreshes),
    ...FORMS.map(fromElsewhere),
    crossRegistration,
    crossUpdate,
    ...(['id', 'documentId'] as const).flatMap((form) => REVOKED.map((one) => revoked(one, form))),
    ...REVOKED.filter(({ absent }) => absent.length === 1).map(unknownId),
    sessionOfAnother,
  ],
};

// ── refresh cookies ──

interface CookieSession {
  readonly cookie: string;
  readonly token: string;
}

async function openCookie(site: Site): Promise<CookieSession> {
  const { email, password } = await newAccount(site);
  const login = { identifier: email, password };
  const asked = await anonymous(site, { path: '/auth/local', body: login, headers: HEADER });
  const cookie = cookieOf(asked);
  if (cookie === null) throw new NotPossible('a login sets no refresh cookie');
  return { cookie, token: cookie.slice(cookie.indexOf('=') + 1) };
}

function cookieOf({ answer }: Exchange): string | null {
  const set = answer?.headers['set-cookie'];
  return set === undefined ? null : (/[^;\s,]+=[^;]+/.exec(String(set))?.[0] ?? null);
}

/** Requests that a script of the page can send. */
const REFRESHES: readonly (readonly [string, (session: CookieSession) => Partial<Call>])[] = [
  ['cookie', ({ cookie }) => ({ body: {}, headers: { cookie } })],
  ['null', ({ cookie }) => ({ body: { refreshToken: null }, headers: { cookie } })],
  ['other-header', ({ cookie }) => ({ body: {}, headers: { cookie, 'x-strapi-refresh-cookie': 'no' } })],
  ['body', ({ token }) => ({ body: { refreshToken: token } })],
];

function refreshes([id, form]: (typeof REFRESHES)[number]): Attack {
  return {
    id: `refresh.${id}`,
    severity: 'high',
    rule: HIDES,
    async ask(site) {
      const session = await openCookie(site);
      // The second request is a second use of the token.
      for (let use = 0; use < 2; use += 1) {
        const asked = await anonymous(site, { path: '/auth/refresh', ...form(session) });
        if (valueAt(asked.body, 'refreshToken') !== undefined)
          return breach('the body has the refresh token', asked);
      }
      return null;
    },
  };
}

/** Bodies that a browser sends to another site without asking it first. */
const FORMS = [
  ['urlencoded', 'application/x-www-form-urlencoded', 'a=b'],
  ['text', 'text/plain', '{}'],
  ['text-with-json', 'text/plain; application/json', '{}'],
  ['multipart', 'multipart/form-data; boundary=x', '--x--\r\n'],
] as const;

function fromElsewhere([id, type, raw]: (typeof FORMS)[number]): Attack {
  return {
    id: `form.${id}`,
    severity: 'medium',
    rule: OWN_PAGE,
    async ask(site) {
      const { cookie } = await openCookie(site);
      const headers = { cookie, 'content-type': type };
      const asked = await anonymous(site, { path: '/auth/refresh', raw, headers });
      return succeeded(asked) ? breach('the form refreshed the session', asked) : null;
    },
  };
}

// ── names and addresses ──

const crossRegistration: Attack = {
  id: 'register.name-is-address',
  severity: 'high',
  rule: ONE,
  async ask(site) {
    // Each round is a new chance for the two transactions to meet.
    for (let round = 0; round < 5; round += 1) {
      const wanted = `${site.mark()}@attack.test`;
      const asked = await Promise.all([
        register(site, { email: wanted }),
        register(site, { username: wanted }),
        register(site, { username: wanted.toUpperCase() }),
      ]);
      const found = exactlyOne(asked);
      if (found) return found;
    }
    return null;
  },
};

const crossUpdate: Attack = {
  id: 'update.name-is-address',
  severity: 'high',
  rule: ONE,
  async ask(site) {
    const [one, two] = [await newAccount(site), await newAccount(site)];
    for (let round = 0; round < 5; round += 1) {
      const wanted = `${site.mark()}@attack.test`;
      const change = ({ id }: NewAccount, body: object): Promise<Exchange> =>
        site.ask({ method: 'PUT', path: `/users/${String(id)}`, body });
      const found = exactlyOne(
        await Promise.all([change(one, { email: wanted }), change(two, { username: wanted })]),
      );
      if (found) return found;
    }
    return null;
  },
};

// ── revocations ──

interface Made {
  readonly id: unknown;
  readonly documentId: unknown;
  readonly works: () => Promise<boolean>;
}

interface Revoked {
  readonly name: string;
  readonly path: string;
  /** Statuses for an id that names nothing. An account answers 204, as in the peer. */
  readonly absent: readonly number[];
  readonly make: (site: Site) => Promise<Made>;
}

const REVOKED: readonly Revoked[] = [
  {
    name: 'api-token',
    path: '/api-tokens',
    absent: [404],
    async make(site) {
      const body = { name: site.mark(), type: 'read-only' };
      const { status, body: made } = await site.ask({ method: 'POST', path: '/api-tokens', body });
      const secret = valueAt(made, 'data.accessKey');
      if (typeof secret !== 'string') throw new NotPossible(`POST /api-tokens answered ${status}`);
      const documentId = valueAt(made, 'data.documentId');
      site.bench.afterwards({
        ...{ send: 'DELETE', path: `/api-tokens/${String(documentId)}`, expect: { status: 'any' } },
      });
      const [subject] = site.subjects;
      const call = { path: `/${subject?.path}`, as: 'anonymous', headers: bearer(secret) };
      return { id: valueAt(made, 'data.id'), documentId, works: async () => succeeded(await site.ask(call)) };
    },
  },
  {
    name: 'user',
    path: '/users',
    absent: [204, 404],
    async make(site) {
      const { id, documentId, token } = await newAccount(site);
      const call = { path: '/users/me', as: 'anonymous', headers: bearer(token) };
      return { id, documentId, works: async () => succeeded(await site.ask(call)) };
    },
  },
  {
    name: 'role',
    path: '/users-permissions/roles',
    absent: [404],
    async make(site) {
      const name = site.mark();
      const path = '/users-permissions/roles';
      await site.ask({ method: 'POST', path, body: { name, description: '', permissions: {} } });
      const find = async (): Promise<unknown> => {
        const roles = valueAt((await site.ask({ path })).body, 'roles');
        return Array.isArray(roles) ? roles.find((role) => valueAt(role, 'name') === name) : undefined;
      };
      const role = await find();
      if (role === undefined) throw new NotPossible('no role can be created');
      const [id, documentId] = [valueAt(role, 'id'), valueAt(role, 'documentId')];
      site.bench.afterwards({ send: 'DELETE', path: `${path}/${String(id)}`, expect: { status: 'any' } });
      return { id, documentId, works: async () => (await find()) !== undefined };
    },
  },
];

const REVOKED_WITHIN_MS = 3_000;

function revoked({ name, path, make }: Revoked, form: 'id' | 'documentId'): Attack {
  return {
    id: `revoked.${name}.${form}`,
    severity: 'high',
    rule: ENDS,
    async ask(site) {
      const made = await make(site);
      if (!(await made.works())) throw new NotPossible('what was created does not work');
      const asked = await site.ask({ method: 'DELETE', path: `${path}/${String(made[form])}` });
      if (!succeeded(asked))
        return asked.status === 404 ? null : breach(`the answer is ${asked.status}`, asked);
      return worksOn(made, asked);
    },
  };
}

/** Other processes may use a revoked credential for a moment. */
async function worksOn({ works }: Made, asked: Exchange): Promise<Breach | null> {
  const late = performance.now() + REVOKED_WITHIN_MS;
  while (await works())
    if (performance.now() > late)
      return breach(`the answer is ${asked.status}, and it goes on working`, asked);
  return null;
}

const unknownId = ({ name, path, absent }: Revoked): Attack => ({
  id: `unknown.${name}`,
  severity: 'medium',
  rule: ENDS,
  async ask(site) {
    for (const id of ['999999999', 'nobody', 'z'.repeat(24)]) {
      const asked = await site.ask({ method: 'DELETE', path: `${path}/${id}` });
      if (!absent.includes(asked.status)) return breach(`the answer is ${asked.status}`, asked);
    }
    return null;
  },
});

const sessionOfAnother: Attack = {
  id: 'session-of-another',
  severity: 'high',
  rule: 'An account ends its own sessions only.',
  async ask(site) {
    const [one, two] = [await newAccount(site), await newAccount(site)];
    const listed = await site.ask({ path: '/auth/sessions', as: 'anonymous', headers: bearer(one.token) });
    const id = valueAt(listed.body, 'data.0.id');
    if (typeof id !== 'string') throw new NotPossible(`GET /auth/sessions answered ${listed.status}`);
    const path = `/auth/sessions/${id}`;
    const asked = await site.ask({ method: 'DELETE', path, as: 'anonymous', headers: bearer(two.token) });
    const after = await site.ask({ path: '/users/me', as: 'anonymous', headers: bearer(one.token) });
    return succeeded(asked) || after.status === 401 ? breach(`the answer is ${asked.status}`, asked) : null;
  },
};

// ── accounts ──

interface NewAccount {
  readonly id: unknown;
  readonly documentId: unknown;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const anonymous = (site: Site, call: Call): Promise<Exchange> =>
  site.ask({ method: 'POST', as: 'anonymous', ...call });

async function register(
  site: Site,
  given: { username?: string; email?: string; password?: string },
): Promise<Exchange> {
  const mark = site.mark();
  const body = { username: mark, email: `${mark}@attack.test`, password: `Pass-${mark}-1`, ...given };
  const asked = await anonymous(site, { path: '/auth/local/register', body });
  const id = valueAt(asked.body, 'user.id');
  if (id !== undefined)
    site.bench.afterwards({ send: 'DELETE', path: `/users/${String(id)}`, expect: { status: 'any' } });
  return asked;
}

async function newAccount(site: Site): Promise<NewAccount> {
  const mark = site.mark();
  const [email, password] = [`${mark}@attack.test`, `Pass-${mark}-1`];
  const { status, body } = await register(site, { username: mark, email, password });
  const login = { identifier: email, password };
  const logged = status < 300 ? await anonymous(site, { path: '/auth/local', body: login }) : null;
  const token = valueAt(logged?.body, 'jwt');
  if (typeof token !== 'string') throw new NotPossible(`the registration answered ${status}`);
  return {
    id: valueAt(body, 'user.id'),
    documentId: valueAt(body, 'user.documentId'),
    email,
    password,
    token,
  };
}
