import { existsSync } from 'node:fs';
import { definePlugin } from '../kernel/app/plugin';
import { createTestApp, testDatabases } from '.';

const article = {
  kind: 'collectionType' as const,
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  attributes: { title: { type: 'string' }, seo: { type: 'component', component: 'shared.seo' } },
};
const seo = { info: { displayName: 'Seo' }, attributes: { text: { type: 'string' } } };

const hello = definePlugin({
  name: 'hello',
  register: ({ routes }) =>
    routes.add({
      method: 'GET',
      path: '/hello',
      action: null,
      summary: 'Says hello',
      handler: () => ({ json: { hello: 'world' } }),
    }),
});

test('an application with its own folder, database and port, gone after close', async () => {
  const app = await createTestApp({
    contentTypes: [article],
    components: { 'shared.seo': seo },
    plugins: [hello],
  });
  await app.agent.get('/hello').expect(200, { hello: 'world' });
  await app.agent.get('/_ready').expect(204);
  expect(app.kernel.schema.types.has('api::article.article')).toBe(true);
  expect(app.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await app.close();
  expect(existsSync(app.dir)).toBe(false);
  await expect(fetch(`${app.url}/hello`)).rejects.toThrow();
});

test('many run in one process', async () => {
  const apps = await Promise.all(
    Array.from({ length: 10 }, () =>
      createTestApp({
        contentTypes: { 'api::blog.article': article },
        components: { 'shared.seo': seo },
        plugins: [hello],
      }),
    ),
  );
  expect(new Set(apps.map(({ url }) => url)).size).toBe(10);
  await Promise.all(apps.map(({ agent }) => agent.get('/hello').expect(200)));
  await Promise.all(apps.map((app) => app.close()));
});

test('what cannot start leaves nothing behind and says why', async () => {
  await expect(createTestApp({ contentTypes: { article } })).rejects.toThrow(
    '"article" is not the uid of a content type',
  );
  await expect(createTestApp({ config: { server: { prot: 1 } } })).rejects.toThrow(
    /unknown key "prot"; did you mean "port"/,
  );
});

const withDatabases = <T>(names: string, work: () => T): T => {
  const before = process.env.QUIRE_TEST_DATABASES;
  process.env.QUIRE_TEST_DATABASES = names;
  try {
    return work();
  } finally {
    if (before === undefined) delete process.env.QUIRE_TEST_DATABASES;
    else process.env.QUIRE_TEST_DATABASES = before;
  }
};

test('the environment names the databases', () => {
  expect(withDatabases('', testDatabases)).toEqual(['sqlite']);
  expect(withDatabases('sqlite, postgres://a@b:1', testDatabases)).toEqual(['sqlite', 'postgres']);
  expect(() => withDatabases('oracle', testDatabases)).toThrow('oracle');
});

test.each(testDatabases())('on %s it makes a database of its own and drops it', async (database) => {
  const app = await createTestApp({ database, contentTypes: [article], components: { 'shared.seo': seo } });
  await app.agent.get('/_ready').expect(204);
  await app.close();
});
