// Test helpers: an application with the admin, and requests as its page sends them.
import { createKernel, type Kernel } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';
import { type ActionRule, GRANTS } from '../../users-permissions';

export const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
export const PASSWORD = 'Passw0rd!';

export const CONTENT: Pick<TestAppOptions, 'contentTypes' | 'components'> = {
  contentTypes: [
    {
      info: { singularName: 'article', pluralName: 'articles' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string', required: true, maxLength: 60 },
        body: { type: 'richtext' },
        notes: { type: 'string', private: true },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
        sections: { type: 'dynamiczone', components: ['shared.quote'] },
      },
    },
    {
      info: { singularName: 'author', pluralName: 'authors' },
      attributes: { name: { type: 'string', required: true }, secret: { type: 'string', private: true } },
    },
    { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
  ],
  components: {
    'shared.quote': { info: { displayName: 'Quote' }, attributes: { text: { type: 'text' } } },
  },
};

const pluginsWith = (more: unknown): object => ({
  rest: true,
  'draft-and-publish': true,
  'users-permissions': { config: { jwtSecret: SECRET, ratelimit: { enabled: false } } },
  admin: true,
  ...(more as object | undefined),
});

export function createAdminApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { plugins, ...config } = options.config ?? {};
  return createTestApp({
    database: testDatabases()[0],
    ...CONTENT,
    ...options,
    config: { ...config, plugins: pluginsWith(plugins) },
  });
}

/** Another process on the database of an application. */
export async function secondProcess(first: TestApp, plugins: object): Promise<Kernel> {
  const kernel = await createKernel({
    dir: first.dir,
    env: { NODE_ENV: 'test' },
    overrides: {
      database: first.kernel.config.database,
      server: { port: 0 },
      plugins: pluginsWith(plugins),
    } as never,
    writeLog: () => undefined,
  });
  await kernel.listen();
  return kernel;
}

/** As a page of the server sends it. */
export const PAGE = { 'quire-admin': '1', 'sec-fetch-site': 'same-origin', host: 'localhost' };

export interface Asked {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookie: string | null;
  readonly etag: string | null;
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly cookie?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function ask(app: TestApp, path: string, request: Request = {}): Promise<Asked> {
  const { method = 'GET', body, cookie, headers = PAGE } = request;
  const sent = app.agent[method.toLowerCase() as 'get'](path).set(headers);
  if (cookie) sent.set('cookie', cookie);
  const answer = await (body ? sent.send(body) : sent);
  const [set = ''] = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  return {
    status: answer.status,
    body: answer.body,
    cookie: set === '' ? null : (set.split(';')[0] ?? null),
    etag: answer.headers.etag ?? null,
  };
}

/** Runs `quire admin link`, and returns the secret. */
export async function makeLink(app: TestApp, flags: Readonly<Record<string, string>> = {}): Promise<string> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await app.kernel.commands.get('admin')?.run({ words: ['link'], flags, print, ask: async () => '' });
  return lines[0]?.split('#')[1] ?? '';
}

/** The first administrator, logged in. Returns the cookie. */
export async function administrator(app: TestApp, username = 'ada'): Promise<string> {
  const secret = await makeLink(app);
  const body = { secret, username, email: `${username}@example.org`, password: PASSWORD };
  return (await ask(app, '/admin/api/welcome', { method: 'POST', body })).cookie ?? '';
}

type Granted = string | { readonly action: string; readonly rule: ActionRule };

/** A user with a role of these actions, logged in. */
export async function userWith(app: TestApp, username: string, actions: readonly Granted[]): Promise<string> {
  const grants = app.kernel.container.resolve(GRANTS);
  const role = await grants.createRole(
    { type: username, name: `Role ${username}`, description: '' },
    actions.map((granted) => (typeof granted === 'string' ? { action: granted, rule: null } : granted)),
  );
  const data = {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    confirmed: true,
    blocked: false,
    role: role.documentId,
  };
  await app.documents('plugin::users-permissions.user').create({ data });
  const body = { identifier: username, password: PASSWORD };
  return (await ask(app, '/admin/api/login', { method: 'POST', body })).cookie ?? '';
}
