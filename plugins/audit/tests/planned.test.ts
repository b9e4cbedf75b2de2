// Operations of documents that write no document: their requests are entries.
import { createAsk, createTestApp, type TestApp } from '../../../core/testing';
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

const PASSWORD = 'Passw0rd!';
const PAGE = { 'quire-admin': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const AT = '2099-01-01T00:00:00.000Z';

for (const database of testDatabases())
  describe(`planned changes in the audit log on ${database}`, () => {
    let app: TestApp;
    const ask = createAsk(() => `${app.url}/api`);
    let admin = '';
    let cookie = '';
    const entries = async (query = ''): Promise<Any[]> =>
      (await ask('GET', `/audit?pageSize=100${query}`, 200, undefined, admin)).data;
    const asPage = async (path: string, body: object): Promise<Any> => {
      const headers = { ...PAGE, cookie, host: new URL(app.url).host };
      const answer = await fetch(`${app.url}/admin/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const result: Any = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(result)}`);
      cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return result;
    };

    beforeAll(async () => {
      app = await createTestApp({
        database,
        contentTypes: ['post', 'memo'].map((singularName) => ({
          info: { singularName, pluralName: `${singularName}s` },
          options: { draftAndPublish: true },
          attributes: { title: { type: 'string' } },
        })),
        config: {
          server: { logs: { level: 'silent' } },
          plugins: {
            'draft-and-publish': true,
            admin: true,
            jobs: true,
            schedule: true,
            audit: { config: { secret: 'a secret of the audit log', ignore: ['api::memo.memo'] } },
            'users-permissions': {
              config: {
                jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
                ratelimit: { enabled: false },
                roles: { administrator: { full: true } },
              },
            },
          },
        },
      });
      const role = (await app
        .documents('plugin::users-permissions.role')
        .findFirst({ filters: { type: 'administrator' } })) as Any;
      const user = { username: 'root', email: 'root@example.com', password: PASSWORD, confirmed: true };
      await app
        .documents('plugin::users-permissions.user')
        .create({ data: { ...user, role: role.documentId } as Any });
      admin = (await ask('POST', '/auth/local', 200, { identifier: 'root', password: PASSWORD })).jwt;
      await asPage('/login', { identifier: 'root', password: PASSWORD });
    });
    afterAll(() => app.close());

    it('is an entry of a plan, from REST and from the admin, and one for each write', async () => {
      const made = async (plural: string): Promise<string> =>
        (await ask('POST', `/${plural}?status=draft`, 201, { data: { title: 'one' } }, admin)).data
          .documentId;
      const [post, memo] = [await made('posts'), await made('memos')];
      const plan = { data: { action: 'publish', at: AT } };
      await ask('POST', `/memos/${memo}/actions/schedule`, 200, plan, admin);
      const first = await ask('POST', `/posts/${post}/actions/schedule`, 200, plan, admin);
      await ask('POST', `/posts/${post}/actions/unschedule`, 200, { data: { id: first.data.id } }, admin);
      const second = await asPage(`/documents/api.post.post/${post}/actions/schedule`, plan);
      await asPage(`/documents/api.post.post/${post}/actions/unschedule`, { data: { id: second.data.id } });
      await asPage(`/documents/api.post.post/${post}/actions/publish`, {});
      // It writes nothing, so it is no entry.
      await ask('DELETE', '/posts/unknown', 204, undefined, admin);
      const actions = async (): Promise<string[]> =>
        (await entries('&event=action'))
          .map(({ details }) => `${details.action} ${details.path}`)
          .filter((text) => text.startsWith('api::'))
          .reverse();
      const expected = ['/api/posts', '/admin/api/documents/api.post.post'].flatMap((base) =>
        ['schedule', 'unschedule'].map((name) => `api::post.post.${name} ${base}/${post}/actions/${name}`),
      );
      await until(async () => (await actions()).length >= expected.length);
      expect(await actions()).toEqual(expected);
      expect((await entries(`&documentId=${post}`)).map(({ event }) => event)).toEqual([
        'document.publish',
        'document.create',
      ]);
    });
  });
