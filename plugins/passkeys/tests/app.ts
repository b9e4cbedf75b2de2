// Test helpers: an application with passkeys, and the steps of a person.
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing';
import { bearer, PASSWORD, SECRET } from '../../users-permissions/tests/app';
import { Device } from '../conformance/device';

export const ORIGIN = 'https://app.example.com';
export const DOMAIN = 'example.com';

type Values = Readonly<Record<string, unknown>>;

export interface Settings {
  readonly passkeys?: Values;
  readonly users?: Values;
  /** Other plugins. */
  readonly plugins?: Values;
  readonly server?: Values;
  readonly database?: TestAppOptions['database'];
  /** Plugins of the test. */
  readonly own?: TestAppOptions['plugins'];
}

export const openApp = (settings: Settings = {}): Promise<TestApp> =>
  createTestApp({
    ...(settings.database === undefined ? {} : { database: settings.database }),
    ...(settings.own === undefined ? {} : { plugins: settings.own }),
    config: {
      ...(settings.server === undefined ? {} : { server: settings.server }),
      plugins: {
        'users-permissions': {
          config: {
            jwtSecret: SECRET,
            ratelimit: { enabled: false },
            roles: {
              staff: { actions: ['plugin::users-permissions.user.me'] },
              authenticated: { actions: ['user.me', 'auth.changePassword'].map(nameOf) },
            },
            ...settings.users,
          },
        },
        passkeys: { config: { rpId: DOMAIN, origins: [ORIGIN], ...settings.passkeys } },
        ...settings.plugins,
      },
    },
  });

const nameOf = (verb: string) => `plugin::users-permissions.${verb}`;

export const ask = (
  app: TestApp,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  jwt?: string,
  body?: object,
) =>
  app.agent[method](`/api/auth/passkeys${path}`)
    .set(jwt === undefined ? {} : { authorization: bearer(jwt) })
    .send(body);

export const remove = (app: TestApp, id: number | string, jwt: string, currentPassword: string = PASSWORD) =>
  ask(app, 'delete', `/${id}`, jwt, { currentPassword });

export const optionsOf = async (app: TestApp, jwt: string, currentPassword = PASSWORD) =>
  (await ask(app, 'post', '/options', jwt, { currentPassword }).expect(200)).body;

/** Adds a passkey of a new device. */
export async function addPasskey(app: TestApp, { jwt }: { readonly jwt: string }, name = 'Phone') {
  const device = new Device(ORIGIN, DOMAIN);
  const response = device.create(await optionsOf(app, jwt));
  const { body } = await ask(app, 'post', '', jwt, { name, response }).expect(201);
  return { device, id: body.data.id as number };
}

export const challenge = async (app: TestApp): Promise<{ challenge: string }> =>
  (await ask(app, 'post', '/sign-in').expect(200)).body;

export const logInWith = (app: TestApp, body: object) => app.agent.post('/api/auth/local').send(body);

export const signIn = async (app: TestApp, device: Device) =>
  logInWith(app, { passkey: device.get(await challenge(app)) });
