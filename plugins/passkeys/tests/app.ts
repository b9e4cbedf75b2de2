// Test helpers: an application with passkeys, and the steps of a person.
import { randomUUID } from 'node:crypto';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing';
import { Device } from './device';

export const PASSWORD = 'Passw0rd!';
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
}

export const openApp = (settings: Settings = {}): Promise<TestApp> =>
  createTestApp({
    ...(settings.database === undefined ? {} : { database: settings.database }),
    config: {
      ...(settings.server === undefined ? {} : { server: settings.server }),
      plugins: {
        'users-permissions': {
          config: {
            jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
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

export interface Person {
  readonly jwt: string;
  readonly documentId: string;
}

export async function register(app: TestApp, username: string): Promise<Person> {
  const { body } = await app.agent
    .post('/api/auth/local/register')
    .send({ username, email: `${username}@example.com`, password: PASSWORD })
    .expect(200);
  return { jwt: body.jwt, documentId: body.user.documentId };
}

export const ask = (
  app: TestApp,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  jwt?: string,
  body?: object,
) =>
  app.agent[method](`/api/auth/passkeys${path}`)
    .set(jwt === undefined ? {} : { authorization: `Bearer ${jwt}` })
    .send(body);

export const remove = (app: TestApp, id: number | string, jwt: string, currentPassword: string = PASSWORD) =>
  ask(app, 'delete', `/${id}`, jwt, { currentPassword });

export const optionsOf = async (app: TestApp, jwt: string) =>
  (await ask(app, 'post', '/options', jwt, { currentPassword: PASSWORD }).expect(200)).body;

/** Adds a passkey of a new device. */
export async function addPasskey(app: TestApp, { jwt }: Pick<Person, 'jwt'>, name = 'Phone') {
  const device = new Device(ORIGIN, DOMAIN);
  const response = device.create(await optionsOf(app, jwt));
  const { body } = await ask(app, 'post', '', jwt, { name, response }).expect(201);
  return { device, id: body.data.id as number };
}

export const challenge = async (app: TestApp): Promise<{ challenge: string }> =>
  (await ask(app, 'post', '/sign-in').expect(200)).body;

export const logIn = (app: TestApp, body: object) => app.agent.post('/api/auth/local').send(body);

export const signIn = async (app: TestApp, device: Device) =>
  logIn(app, { passkey: device.get(await challenge(app)) });

/** What the commit of another process leaves before its message arrives: a new password, and suspended passkeys. */
export const resetElsewhere = ({ kernel: { database } }: TestApp, { documentId }: Person): Promise<void> =>
  database.transaction(async () => {
    await database.knex('up_users').where({ document_id: documentId }).update({ token_epoch: randomUUID() });
    await database.knex('passkeys').where({ user: documentId }).update({ signs_in: false });
  });
