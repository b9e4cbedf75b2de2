// A deployment with other ways to log in: passkeys, providers, and roles that need a second factor.
import { makeUser } from './accounts';
import type { Bench, Case, Deployment, Expectation, Step } from './case';
import { is } from './pattern';

export const ORIGIN = 'https://app.conform.test';
export const DOMAIN = 'conform.test';
/** Passkeys of a user. */
export const MOST_PASSKEYS = 2;
/** Wrong codes of a user. */
export const MOST_ATTEMPTS = 3;
/** The type of the role that needs a second factor. */
const GUARDED = 'guarded';
export const EDITOR = 'editor-of-provider';

/** Of this process, so that two runs on one machine do not meet. */
const PROVIDER_PORT = 20_000 + (process.pid % 12_000);
export const PROVIDER = `http://127.0.0.1:${PROVIDER_PORT}`;
export const PAGE = 'https://front.conform.test/signed-in';
export const OTHER_PAGE = 'https://front.conform.test/other?a=b';
export const CLIENT = { id: 'the-suite', secret: 'the secret of the client' };

const ME = 'plugin::users-permissions.user.me';
const client = { issuer: PROVIDER, clientId: CLIENT.id, clientSecret: CLIENT.secret, callback: PAGE };

/** The attribute `provider` of a user, which no route writes. */
const WRITES_PROVIDER = `(_extension, app) => {
    app.routes.add({ method: 'GET', path: '/api/conformance/provider', action: null, summary: 'A provider', policies: [],
      handler: async ({ query: { user, provider } }) => ({
        json: await app.documents('plugin::users-permissions.user').update({ documentId: user, data: { provider } }) }) });
  }`;

export const PEOPLE: Deployment = {
  extension: WRITES_PROVIDER,
  config: {
    plugins: {
      'users-permissions': {
        config: { roles: { [GUARDED]: { actions: [ME] }, [EDITOR]: { actions: [ME] } } },
      },
      'two-factor': {
        enabled: true,
        config: {
          ...{ secret: 'the secret of second factors in the suite', roles: [GUARDED] },
          ...{ issuer: 'The suite', attempts: MOST_ATTEMPTS },
        },
      },
      jobs: true,
      audit: true,
      passkeys: {
        enabled: true,
        config: { rpId: DOMAIN, rpName: 'The suite', origins: [ORIGIN], perUser: MOST_PASSKEYS },
      },
      'sign-in': {
        enabled: true,
        config: {
          perMinute: 1000,
          providers: {
            corp: {
              ...client,
              allowedCallbacks: [OTHER_PAGE],
              roles: [{ group: 'editors', role: EDITOR }],
              groups: 'realm.groups',
            },
            hub: { ...client, preset: 'github', link: 'sameProvider' },
            trusted: { ...client, trustEmail: true },
            closed: { ...client, createUsers: false },
          },
        },
      },
    },
  },
};

export const people = (row: string, run: Case['run'] & {}, more: Partial<Case> = {}): Case => ({
  ...{ rows: [row], run, deploy: PEOPLE },
  ...more,
});

/** A user of a role that needs a second factor. */
export async function makeGuarded(bench: Bench, alias: string): Promise<void> {
  await makeUser(bench, alias, [ME]);
  const { body } = await bench.send({ send: 'GET', path: '/users-permissions/roles' });
  const roles: readonly { readonly id: number; readonly type: string }[] = Object(body).roles;
  const role = roles.find(({ type }) => type === GUARDED)?.id;
  await bench.send({ send: 'PUT', path: `/users/{${alias}User.id}`, body: { role } });
}

export const plainUser = (bench: Bench, alias: string): Promise<void> => makeUser(bench, alias, [ME]);

export const post = (path: string, body: object, as: string, expect: Expectation): Step => ({
  ...{ send: 'POST', path: `/auth/${path}`, body, as, expect },
});

export const login = (body: object, expect: Expectation): Step => post('local', body, 'anonymous', expect);

export const byPassword = (alias: string, expect: Expectation): Step =>
  login({ identifier: `{${alias}.email}`, password: `{${alias}.password}` }, expect);

/** A login that asks for a second step. */
export async function challengeOf(bench: Bench, alias: string, details: object): Promise<string> {
  const expect = {
    status: 401,
    error: { name: 'UnauthorizedError', details: { challenge: is.text, ...details } },
  };
  const { body } = await bench.send(byPassword(alias, expect));
  return String(Object(body).error.details.challenge);
}

/** Takes the token of a response for this user. */
export function takeToken(bench: Bench, alias: string, body: unknown): void {
  bench.keep(alias, { ...Object(bench.value(alias)), token: Object(body).jwt });
}
