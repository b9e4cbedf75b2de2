// `GET /` of an application, by environment.
import { createTestApp, type TestApp } from '../../testing';
import { definePlugin } from './plugin';

const open: TestApp[] = [];
afterAll(() => Promise.all(open.map((app) => app.close())));

const OPEN = {
  info: { singularName: 'thing', pluralName: 'things' },
  attributes: { name: { type: 'string' } },
};
const CLOSED = {
  info: { singularName: 'secret', pluralName: 'secrets' },
  attributes: { thing: { type: 'relation', relation: 'manyToOne', target: 'api::thing.thing' } },
};

async function appIn(environment: string, more: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const app = await createTestApp({ env: { NODE_ENV: environment }, ...more });
  open.push(app);
  return app;
}

describe('GET /', () => {
  it('names the application and its addresses in development', async () => {
    const { agent } = await appIn('development', {
      config: { plugins: { graphql: true }, api: { rest: { prefix: '/v1' } } },
    });
    const { body } = await agent.get('/').expect(200);
    expect(body).toEqual({
      name: 'Quire',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      environment: 'development',
      api: '/v1',
      links: { docs: '/v1/docs', openapi: '/v1/openapi.json', graphql: '/graphql' },
    });
    for (const name of ['docs', 'openapi']) await agent.get(body.links[name]).expect(200);
  });

  it('is a page in a browser, whose links and first request the visitor may open', async () => {
    const { agent, url } = await appIn('development', {
      contentTypes: [OPEN, CLOSED],
      env: { NODE_ENV: 'development', JWT_SECRET: 'b0Zl7vKq2mXw9sTn4dRc8yHu1gEj6pAa' },
      config: {
        plugins: {
          'api-tokens': true,
          'users-permissions': { config: { roles: { public: { actions: ['api::thing.thing.find'] } } } },
        },
      },
    });
    const page = async () => (await agent.get('/').set('Accept', 'text/html,*/*').expect(200)).text;
    const html = await page();
    expect(html).toContain('<title>Quire</title>');
    expect(html).toContain('npx quire token create');
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
    expect(links).toEqual(['/favicon.ico', '/api/docs']);
    for (const path of links) await agent.get(path).expect(200);
    expect(html).toContain(
      '/api/openapi.json</code> needs a permission; open it with <code>npx quire role grant public',
    );
    const [, first = ''] = /<code>curl ([^<]+)<\/code>/.exec(html) ?? [];
    expect(first).toMatch(/\/api\/things$/);
    expect((await fetch(first.replace('localhost', '127.0.0.1'))).status).toBe(200);
    expect(new URL(first).port).toBe(new URL(url).port);
    expect((await agent.get('/').set('Accept', 'application/json').expect(200)).body.name).toBe('Quire');
  });

  it.each(['development', 'production'])('%s has an icon, and a robots.txt', async (environment) => {
    const { agent } = await appIn(environment);
    expect((await agent.get('/robots.txt').expect(200)).text).toContain('Disallow: /');
    expect((await agent.get('/favicon.ico').expect(200)).headers['content-type']).toBe('image/svg+xml');
  });

  it('reveals nothing in production', async () => {
    const { agent } = await appIn('production');
    const { body } = await agent.get('/').set('Accept', 'text/html').expect(200);
    expect(body).toEqual({ message: 'The server runs. This path has no content.' });
  });

  it('needs no credentials and ignores invalid ones', async () => {
    const { agent } = await appIn('production', {
      config: { server: { anonymous: 'none' }, plugins: { 'api-tokens': true } },
    });
    await agent.get('/').set('Authorization', 'Bearer wrong').expect(200);
    await agent.head('/').expect(200);
  });

  it('is replaced by the route of a plugin', async () => {
    const home = definePlugin({
      name: 'home',
      register: (app) =>
        app.routes.add({
          method: 'GET',
          path: '/',
          action: null,
          summary: 'The home page',
          handler: () => ({ html: '<h1>Home</h1>' }),
        }),
    });
    const { agent } = await appIn('development', { plugins: [home] });
    expect((await agent.get('/').expect(200)).text).toBe('<h1>Home</h1>');
  });
});

describe('requests in the log', () => {
  it.each([
    ['development', 1],
    ['production', 0],
  ])('in %s: %d lines of level info per request', async (environment, count) => {
    const { agent, logs } = await appIn(environment, { config: { server: { logs: { level: 'info' } } } });
    await agent.get('/api/unknown').expect(404);
    const lines = logs.filter(({ path }) => path === '/api/unknown');
    expect(lines).toHaveLength(count);
    for (const line of lines) expect(line).toMatchObject({ level: 'info', method: 'GET', status: 404 });
  });
});
