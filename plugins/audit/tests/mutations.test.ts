// Mutations of plugins over GraphQL in the log.
import { createAsk, createTestApp, type TestApp } from '../../../core/testing';
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

const PASSWORD = 'Passw0rd!';

for (const database of testDatabases())
  describe(`mutations in the audit log on ${database}`, () => {
    let app: TestApp;
    let admin = '';
    const ask = createAsk(() => `${app.url}/api`);
    const entries = async (query: string): Promise<Any[]> =>
      (await ask('GET', `/audit${query}`, 200, undefined, admin)).data;

    beforeAll(async () => {
      const users = {
        jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
        ratelimit: { enabled: false },
        roles: { admin: { full: true } },
      };
      app = await createTestApp({
        database,
        config: {
          server: { logs: { level: 'silent' } },
          plugins: { graphql: true, jobs: true, audit: true, 'users-permissions': { config: users } },
        },
      });
      const roles = app.documents('plugin::users-permissions.role');
      const role = (await roles.findFirst({ filters: { type: 'admin' } })) as Any;
      const data = { username: 'root', email: 'root@example.com', password: PASSWORD, confirmed: true };
      await app
        .documents('plugin::users-permissions.user')
        .create({ data: { ...data, role: role.documentId } as Any });
      admin = (await ask('POST', '/auth/local', 200, { identifier: 'root', password: PASSWORD })).jwt;
    });
    afterAll(() => app.close());

    it('records each mutation of a plugin that has run, and no query', async () => {
      const graphql = async (query: string, token: string): Promise<Any> => {
        const headers = {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        };
        const body = JSON.stringify({ query });
        return (await fetch(`${app.url}/graphql`, { method: 'POST', headers, body })).json();
      };
      const refused = await graphql('mutation { enqueueJob(name: "audit.clean") { id } }', '');
      const failed = await graphql('mutation { enqueueJob(name: "unknown") { id } }', admin);
      expect([refused.errors, failed.errors]).toEqual([[expect.anything()], [expect.anything()]]);
      const twice =
        'mutation { one: enqueueJob(name: "audit.clean") { id } two: enqueueJob(name: "audit.clean") { id } }';
      expect((await graphql(twice, admin)).errors).toBeUndefined();
      expect((await graphql('{ auditEntries { id } }', admin)).errors).toBeUndefined();
      const found = async (): Promise<Any[]> =>
        (await entries('?event=action')).filter(({ details }) => details.path === '/graphql');
      await until(async () => (await found()).length >= 2);
      expect((await found()).map(({ actor, details }) => [actor.label, details])).toEqual(
        new Array(2).fill([
          'root',
          { action: 'plugin::jobs.job.run', method: 'POST', path: '/graphql', mutation: 'enqueueJob' },
        ]),
      );
    });
  });
