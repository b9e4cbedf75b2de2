// `GET /` of an application, by environment.
import { createTestApp, type TestApp } from '../../testing';
import { definePlugin } from './plugin';

const open: TestApp[] = [];
afterAll(() => Promise.all(open.map((app) => app.close())));

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
      links: { api: '/v1', docs: '/v1/docs', openapi: '/v1/openapi.json', graphql: '/graphql' },
    });
    for (const name of ['docs', 'openapi']) await agent.get(body.links[name]).expect(200);
  });

  it('reveals nothing in production', async () => {
    const { agent } = await appIn('production');
    const { body } = await agent.get('/').expect(200);
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
