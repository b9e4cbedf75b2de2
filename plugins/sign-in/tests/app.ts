// Test helper: an application with a provider.
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing';
import { SECRET } from '../../users-permissions/tests/app';
import { Person } from './person';
import { CLIENT, type RealProvider } from './real-provider';

export const FRONT = 'https://front.example.com/signed-in';

type Values = Readonly<Record<string, unknown>>;

export interface Settings {
  /** Of the provider `corp`. */
  readonly provider?: Values;
  readonly signIn?: Values;
  readonly users?: Values;
  /** `server.url` of config/server. */
  readonly url?: string;
  readonly database?: TestAppOptions['database'];
  /** Plugins of the test. */
  readonly own?: TestAppOptions['plugins'];
}

export async function openApp(provider: RealProvider, settings: Settings = {}): Promise<TestApp> {
  const corp = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    callback: FRONT,
    ...settings.provider,
  };
  const app = await createTestApp({
    ...(settings.database === undefined ? {} : { database: settings.database }),
    ...(settings.own === undefined ? {} : { plugins: settings.own }),
    config: {
      ...(settings.url === undefined ? {} : { server: { url: settings.url } }),
      plugins: {
        'users-permissions': {
          config: {
            jwtSecret: SECRET,
            ratelimit: { enabled: false },
            roles: {
              editor: { actions: [] },
              authenticated: { actions: ['plugin::users-permissions.user.me'] },
            },
            ...settings.users,
          },
        },
        'sign-in': { config: { providers: { corp }, perMinute: 1000, ...settings.signIn } },
      },
    },
  });
  await provider.allow(`${app.url}/api/connect/corp/callback`).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return app;
}

export interface Outcome {
  /** The query of the page of the front end. */
  readonly front: URLSearchParams;
  /** The answer to the front end. */
  readonly status: number;
  readonly body: Values & { readonly jwt?: string; readonly user?: Values; readonly error?: Values };
}

/** From `GET /api/connect/corp` to the tokens. */
export async function signIn(app: TestApp, login: string, query = ''): Promise<Outcome> {
  const page = await new Person().signIn(`${app.url}/api/connect/corp${query}`, login, FRONT);
  const front = page.url.searchParams;
  if (!page.url.href.startsWith(FRONT))
    throw new Error(`${page.status} ${page.url.href} ${page.text.slice(0, 500)}`);
  const token = front.get('access_token');
  if (token === null) return { front, status: 0, body: {} };
  const { status, body } = await app.agent.get('/api/auth/corp/callback').query({ access_token: token });
  return { front, status, body };
}
