// A content type gets another uid. What plugins stored under the former one follows: roles, tokens, versions, plans, links, webhooks, views.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel } from '../../../core';
import { createAsk, type TestApp, testDatabases } from '../../../core/testing';
import { GRANTS } from '../../users-permissions';
import { administrator, ask, createAdminApp, PAGE, PASSWORD } from './admin-app';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

const localized = { pluginOptions: { i18n: { localized: true } } };
const attributes = { title: { type: 'string', ...localized }, code: { type: 'string', unique: true } };
const typeOf = (singularName: string, pluralName: string, renamedFrom?: string) => ({
  collectionName: pluralName,
  info: { singularName, pluralName, ...(renamedFrom === undefined ? {} : { renamedFrom }) },
  options: { draftAndPublish: true },
  ...localized,
  attributes,
});
const POST = 'api::post.post';
const PLUGINS = {
  i18n: { config: { locales: ['en', 'fr'] } },
  jobs: { enabled: true, config: { poll: 20 } },
  history: true,
  schedule: true,
  webhooks: { enabled: true, config: { allow: ['127.0.0.1'] } },
  'api-tokens': true,
};
const LATER = '2999-01-01T00:00:00Z';
const VERBS = ['find', 'findOne', 'readDraft', 'history', 'update', 'restore', 'previewLink'];

interface Renamed {
  readonly uid: string;
  readonly plural: string;
}

/** With another table, and with the names of clients and tables as before. */
const RENAMES: readonly Renamed[] = [
  { uid: 'api::article.article', plural: 'articles' },
  { uid: 'api::blog.post', plural: 'posts' },
];

const cases = testDatabases().flatMap((database) => RENAMES.map((to) => [to.uid, database, to] as const));

describe.each(cases)('a type renamed to %s on %s', (uid, database, { plural }) => {
  let app: TestApp;
  let again: Kernel;
  let ada: string;
  let userToken: string;
  let apiToken: string;
  let fullToken: string;
  let documentId: string;
  let preview: string;
  let change: number;
  let release: number;
  let versions: readonly number[];

  const first = createAsk(() => `${app.url}/api`);
  const second = createAsk(() => `${again.server.url}/api`);
  const page = (path: string, method: string, body?: object) =>
    fetch(`${again.server.url}/admin/api${path}`, {
      method,
      headers: {
        'quire-admin': '1',
        'sec-fetch-site': 'same-origin',
        cookie: ada,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const rename = (dir: string): void => {
    rmSync(join(dir, 'src/api/post'), { recursive: true });
    const [, api = '', name = ''] = /^api::(.*)\.(.*)$/.exec(uid) ?? [];
    const folder = join(dir, `src/api/${api}/content-types/${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'schema.json'), JSON.stringify(typeOf(name, plural, POST)));
  };

  beforeAll(async () => {
    app = await createAdminApp({
      database,
      components: {},
      contentTypes: { [POST]: typeOf('post', 'posts') },
      config: { plugins: PLUGINS, server: { logs: { level: 'info' } } } as never,
    });
    ada = await administrator(app);
    const { container, documents } = app.kernel;
    const posts = documents(POST) as Any;
    ({ documentId } = await posts.create({ data: { title: 'one', code: 'a' }, status: 'draft' }));
    await posts.create({ data: { title: 'hidden', code: 'b' }, status: 'published' });
    await posts.update({ documentId, data: { title: 'two' }, status: 'draft' });
    await posts.update({ documentId, data: { title: 'eins' }, locale: 'fr', status: 'draft' });

    const where = { title: { $ne: 'hidden' } };
    await container.resolve(GRANTS).createRole(
      { type: 'editor', name: 'Editor', description: '' },
      VERBS.map((verb) => ({ action: `${POST}.${verb}`, rule: verb === 'find' ? { where } : null })),
    );
    const role = (await documents('plugin::users-permissions.role').findFirst({
      filters: { type: 'editor' },
    } as never)) as Any;
    await documents('plugin::users-permissions.user').create({
      data: {
        username: 'edith',
        email: 'edith@example.org',
        password: PASSWORD,
        provider: 'local',
        confirmed: true,
        role: role.documentId,
      } as never,
    });
    userToken = (await first('POST', '/auth/local', 200, { identifier: 'edith', password: PASSWORD })).jwt;
    const actions = [`${POST}.find`, `${POST}.create`];
    const newToken = async (body: object): Promise<string> => {
      const made = await ask(app, '/api/api-tokens', { method: 'POST', body, cookie: ada });
      return (made.body as Any).data.accessKey;
    };
    apiToken = await newToken({ name: 'program', type: 'custom', actions, lifespan: null });

    const admin = createAsk(() => `${app.url}/api`);
    fullToken = await newToken({ name: 'all', type: 'full-access', lifespan: null });
    const send = (method: string, path: string, status: number, body?: object) =>
      admin(method, path, status, body, fullToken);
    change = (
      await send('POST', `/posts/${documentId}/actions/schedule?locale=fr`, 200, {
        data: { action: 'publish', at: LATER },
      })
    ).data.id;
    release = (await send('POST', '/schedule/releases', 201, { name: 'Spring', at: LATER })).data.id;
    await send('POST', `/posts/${documentId}/actions/schedule`, 200, {
      data: { action: 'publish', release },
    });
    await send('POST', '/webhooks', 201, {
      name: 'hook',
      url: 'http://127.0.0.1:9/',
      enabled: false,
      types: [POST],
    });
    preview = (await send('POST', `/posts/${documentId}/preview-links`, 201, {})).data.token;
    versions = (await send('GET', `/posts/${documentId}/history`, 200)).data.map(({ id }: Any) => id);
    const headers = PAGE;
    const view = { name: 'Mine', shared: false, words: { sort: 'title:asc' } };
    expect(
      (await ask(app, `/admin/api/views/${POST}`, { method: 'PUT', body: view, cookie: ada, headers }))
        .status,
    ).toBe(200);
    const data = { columns: { [POST]: ['title', 'code'], [uid]: ['code'] }, language: 'en' };
    expect(
      (await ask(app, '/admin/api/preferences', { method: 'PUT', body: { data }, cookie: ada, headers }))
        .status,
    ).toBe(200);

    // A type with the new uid was removed before.
    const { user } = await app.kernel.database.knex('admin_views').first('user');
    const former = { type: uid, user, name: 'Mine', shared: false, words: '{"q":"of a removed type"}' };
    await app.kernel.database.knex('admin_views').insert(former);

    rename(app.dir);
    again = await app.startSecond();
  }, 120_000);
  afterAll(() => app?.close());

  it('logs what has changed', () => {
    const changes = app.logs.flatMap((line) => (Array.isArray(line.changes) ? line.changes : []));
    expect(changes).toEqual(
      expect.arrayContaining([
        `[renamed] permissions in roles: ${VERBS.length}`,
        '[renamed] actions of renamed content types in an API token: 2',
        '[renamed] planned changes: 2',
        '[renamed] preview links: 1',
        '[renamed] types of the webhook "hook"',
        '[removed] saved views of removed content types: 1',
        '[renamed] saved views: 1',
        '[renamed] users with chosen columns: 1',
      ]),
    );
  });

  const titles = ({ data }: Any): string[] => data.map(({ title }: Any) => title).sort();

  it('keeps the permissions of roles with their rules', async () => {
    expect(titles(await second('GET', `/${plural}?status=draft`, 200, undefined, userToken))).toEqual([
      'two',
    ]);
    await second('DELETE', `/${plural}/${documentId}`, 403, undefined, userToken);
  });

  it('keeps the permissions of API tokens', async () => {
    expect(titles(await second('GET', `/${plural}`, 200, undefined, apiToken))).toEqual(['hidden']);
    await second('POST', `/${plural}`, 201, { data: { title: 'three', code: 'c' } }, apiToken);
    await second('GET', `/${plural}/${documentId}`, 403, undefined, apiToken);
  });

  it('keeps the versions, and adds to them', async () => {
    const list = async (query = '') =>
      (await second('GET', `/${plural}/${documentId}/history${query}`, 200, undefined, userToken)).data;
    expect((await list()).map(({ id }: Any) => id)).toEqual(versions);
    expect(await list('?locale=fr')).toHaveLength(1);
    const restore = `/${plural}/${documentId}/history/${versions.at(-1)}/actions/restore`;
    await second('POST', restore, 200, undefined, userToken);
    await second('PUT', `/${plural}/${documentId}?status=draft`, 200, { data: { title: 'four' } }, userToken);
    const after = await list();
    expect(after).toHaveLength(versions.length + 2);
    expect(after.slice(2).map(({ id }: Any) => id)).toEqual(versions);
    const oldest = `/${plural}/${documentId}/history/${versions.at(-1)}`;
    expect((await second('GET', oldest, 200, undefined, userToken)).data.content).toEqual({
      title: 'one',
      code: 'a',
    });
  });

  it('keeps preview links', async () => {
    const shown = await second(
      'GET',
      `/${plural}/${documentId}?preview=${preview}`,
      200,
      undefined,
      userToken,
    );
    expect(shown.data.publishedAt).toBeNull();
  });

  it('keeps planned changes, and a release takes a document once', async () => {
    const send = (method: string, path: string, status: number, body?: object) =>
      second(method, path, status, body, fullToken);
    expect((await send('GET', `/schedule/changes/${change}`, 200)).data).toMatchObject({
      type: uid,
      state: 'waiting',
    });
    const listed = await send('GET', `/schedule/changes?type=${uid}&documentId=${documentId}`, 200);
    expect(listed.data).toHaveLength(2);
    await send('POST', `/${plural}/${documentId}/actions/schedule`, 409, {
      data: { action: 'publish', release },
    });
    expect((await send('POST', `/schedule/releases/${release}/actions/check`, 200)).data.problems).toEqual(
      [],
    );
    const [hook] = (await send('GET', '/webhooks', 200)).data;
    expect(hook.types).toEqual([uid]);
  });

  it('keeps saved views and chosen columns', async () => {
    const views = (await (await page(`/views/${uid}`, 'GET')).json()) as Any;
    expect(views.data).toMatchObject([{ name: 'Mine', own: true, words: { sort: 'title:asc' } }]);
    const chosen = (await (await page('/preferences', 'GET')).json()) as Any;
    expect(chosen.data).toEqual({ columns: { [uid]: ['title', 'code'] }, language: 'en' });
  });
});
