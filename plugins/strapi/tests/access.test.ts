// Routes of a project ask the same permissions as generated routes; only `auth: false` opens one.
import type { TestApp } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const SECRET = 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK';
const PASSWORD = 'Passw0rd!';

const FILES = {
  ...typeFile('article', 'articles', {
    title: { type: 'string' },
    author: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
  }),
  ...coreFiles('article', '{ config: { find: { middlewares: [(ctx, next) => next()] } } }'),
  'src/api/article/controllers/article.ts': `
    const { createCoreController } = require('@strapi/strapi').factories;
    module.exports = createCoreController('api::article.article', {
      async me(ctx) { ctx.body = { user: ctx.state.user ?? null, auth: ctx.state.auth?.strategy.name ?? null }; },
      async clean(ctx) {
        const all = await strapi.documents('api::article.article').findMany({ populate: '*' });
        const [row] = await strapi.db.query('api::article.article').findMany({ populate: ['author'] });
        ctx.set('x-keys', [all[0].author, row.author].flatMap(Object.keys).filter((key) => /Epoch|ExpiresAt/.test(key)).join());
        return strapi.contentAPI.sanitize.output(all, strapi.contentType('api::article.article'), { auth: ctx.state.auth });
      },
    });`,
  'src/api/article/routes/custom.js': `
    module.exports = { routes: [
      { method: 'GET', path: '/me', handler: 'article.me' },
      { method: 'GET', path: '/open', handler: 'article.me', config: { auth: false } },
      { method: 'GET', path: '/scoped', handler: 'article.me', config: { auth: { scope: ['api::article.article.find', 'api::article.article.me'] } } },
      { method: 'GET', path: '/clean', handler: 'article.clean' },
      { method: 'GET', path: '/clean-open', handler: 'article.clean', config: { auth: false } },
      { method: 'GET', path: '/open-articles', handler: 'article.find', config: { auth: false } },
    ] };`,
};

const action = (name: string): string => `api::article.article.${name}`;
const role = (...names: string[]) => ({ actions: names });

describe('permissions of routes of a project', () => {
  let app: TestApp;
  let bearer: string;
  beforeAll(async () => {
    app = await startProject(FILES, {
      config: {
        plugins: {
          'users-permissions': {
            config: {
              jwtSecret: SECRET,
              ratelimit: { enabled: false },
              roles: {
                public: role(action('find'), 'plugin::users-permissions.auth.register'),
                authenticated: role(action('me'), action('clean'), 'plugin::users-permissions.user.me'),
              },
            },
          },
        },
      },
    });
    const registered = await app.agent
      .post('/api/auth/local/register')
      .send({ username: 'ann', email: 'ann@example.com', password: PASSWORD })
      .expect(200);
    bearer = `Bearer ${registered.body.jwt}`;
    const author = registered.body.user.documentId;
    await app.documents('api::article.article').create({ data: { title: 'One', author } });
  });
  afterAll(() => app?.close());
  const get = (path: string, as?: string) => {
    const request = app.agent.get(path);
    return as === undefined ? request : request.set('Authorization', as);
  };

  it('refuses an action that the role lacks, also for a core action with a middleware', async () => {
    await get('/api/me').expect(403);
    await get('/api/articles').expect(200);
    await get('/api/articles', bearer).expect(403);
    await get('/api/scoped').expect(403);
    await get('/api/scoped', bearer).expect(403);
  });

  it('gives the user with the role, without a password', async () => {
    const { body } = await get('/api/me', bearer).expect(200);
    expect(body).toMatchObject({
      user: { username: 'ann', role: { type: 'authenticated' } },
      auth: 'users-permissions',
    });
    expect(body.user).not.toHaveProperty('password');
  });

  it('opens routes with auth: false to all, without a user', async () => {
    for (const as of [undefined, bearer]) {
      const { body } = await get('/api/open', as).expect(200);
      expect(body).toEqual({ user: null, auth: null });
    }
    const { body } = await get('/api/open-articles?populate=author').expect(200);
    expect(body.data[0]).toMatchObject({ title: 'One' });
    expect(body.data[0]).not.toHaveProperty('author');
  });

  it('cleans answers with the rights of the caller', async () => {
    const { body } = await get('/api/clean', bearer).expect(200);
    expect(body).toHaveLength(1);
    expect(body[0]).not.toHaveProperty('author');
    const open = await get('/api/clean-open').expect(200);
    // As in Strapi: the code has populated it.
    expect(open.body[0]).toMatchObject({ title: 'One', author: { username: 'ann' } });
    expect(open.body[0].author).not.toHaveProperty('resetPasswordToken');
    expect(open.headers['x-keys']).toBe('');
  });
});
