// Controllers, services, routes, policies and middlewares of a project, over HTTP.
import type { TestApp } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const ARTICLE = typeFile('article', 'articles', {
  title: { type: 'string', required: true },
  slug: { type: 'string' },
  views: { type: 'integer', default: 0 },
  notes: { type: 'string', private: true },
  category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
});

const FILES = {
  ...ARTICLE,
  ...typeFile('category', 'categories', { name: { type: 'string' } }),
  ...coreFiles('category', "{ only: ['find', 'create'] }"),
  ...coreFiles('article', '{ config: { find: { middlewares: ["api::article.default-populate"] } } }'),
  'src/api/article/middlewares/default-populate.ts': `
    import type { Core } from '@strapi/strapi';
    export default (config, { strapi }: { strapi: Core.Strapi }) => async (ctx, next) => {
      if (!ctx.query.populate) ctx.query = { ...ctx.query, populate: { category: { fields: ['name'] } } };
      await next();
    };`,
  'src/api/article/controllers/article.ts': `
    import { factories } from '@strapi/strapi';
    import { errors } from '@strapi/utils';
    import { shout } from '../../../helpers/shout';
    export default factories.createCoreController('api::article.article', ({ strapi }) => ({
      async findOne(ctx) {
        const { data, meta } = await super.findOne(ctx);
        return { data: { ...data, title: shout(data.title) }, meta };
      },
      async create(ctx) {
        ctx.request.body.data.slug ??= await strapi.service('api::article.slug').slugOf(ctx.request.body.data.title);
        const answer = await super.create(ctx);
        answer.meta.made = true;
        return answer;
      },
      async mine(ctx) {
        const all = await strapi.documents('api::article.article').findMany({ filters: ctx.query.filters, sort: 'title' });
        const clean = await this.sanitizeOutput(all, ctx);
        ctx.send({ all: clean });
      },
      async hello(ctx) { ctx.body = { name: ctx.params.name, query: ctx.query, has: ctx.request.body }; },
      async fail(ctx) {
        switch (ctx.params.how) {
          case 'bad': return ctx.badRequest('No good', { key: 'a' });
          case 'gone': return ctx.notFound();
          case 'app': throw new errors.ApplicationError('Broken', { more: 1 });
          case 'forbidden': throw new errors.ForbiddenError();
          case 'throw': return ctx.throw(409, 'Taken');
          case 'nothing': return;
          case 'null': ctx.body = null; return;
          case 'node': ctx.res.writeHead(202, { 'content-type': 'text/plain' }).end('written by node'); return;
          default: throw new Error('secret text');
        }
      },
    }));`,
  'src/api/article/services/slug.js': `
    module.exports = ({ strapi }) => ({
      slugOf: async (title) => title.toLowerCase().replace(/ /g, '-'),
    });`,
  'src/helpers/shout.ts': 'export const shout = (text: string): string => text.toUpperCase();',
  'src/api/article/routes/01-custom.ts': `
    export default {
      routes: [
        { method: 'GET', path: '/articles/mine', handler: 'article.mine' },
        { method: 'GET', path: '/hello/:name', handler: 'api::article.article.hello', config: { auth: false } },
        { method: 'POST', path: '/hello/:name(\\\\w+)', handler: 'article.hello', config: { auth: false } },
        { method: 'GET', path: '/fail/:how', handler: 'article.fail', config: { auth: false } },
        { method: 'GET', path: '/friends', handler: 'article.hello',
          config: { auth: false, policies: ['global::is-friend', { name: 'has-word', config: { word: 'please' } }] } },
        { method: 'GET', path: '/twice', handler: 'article.hello',
          config: { auth: false, middlewares: [async (ctx, next) => { await next(); await next(); }] } },
        { method: 'GET', path: '/files/(.*)', handler: (ctx) => { ctx.body = ctx.params; }, config: { auth: false } },
      ],
    };`,
  'src/policies/is-friend.js': `
    module.exports = (policyContext, config, { strapi }) => {
      if (policyContext.query.as === 'stranger') return policyContext.unauthorized('Go away');
      return policyContext.query.as === 'friend';
    };`,
  'src/api/article/policies/has-word.ts': `
    export default async (policyContext, config) => policyContext.query.word === config.word || policyContext.query.word === undefined;`,
};

describe('actions of a project', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(FILES);
  });
  afterAll(() => app?.close());
  const get = (path: string) => app.agent.get(path);

  it('runs own actions that call super, services and files beside them', async () => {
    const category = await app.agent
      .post('/api/categories')
      .send({ data: { name: 'News' } })
      .expect(201);
    const made = await app.agent
      .post('/api/articles')
      .send({ data: { title: 'First Steps', notes: 'hidden', category: category.body.data.documentId } })
      .expect(201);
    expect(made.body).toMatchObject({
      data: { title: 'First Steps', slug: 'first-steps' },
      meta: { made: true },
    });
    const one = await get(`/api/articles/${made.body.data.documentId}`).expect(200);
    expect(one.body).toMatchObject({ data: { title: 'FIRST STEPS' }, meta: {} });
    expect(one.body.data).not.toHaveProperty('notes');
    await get('/api/articles/unknown').expect(500);
  });

  it('lets a middleware replace the query before it is parsed', async () => {
    const { body } = await get('/api/articles').expect(200);
    expect(body.data[0].category).toMatchObject({ name: 'News' });
    expect(body.meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: 1 });
    const other = await get('/api/articles?populate[category][fields]=documentId').expect(200);
    expect(other.body.data[0].category).not.toHaveProperty('name');
    await get('/api/articles?filters[nope]=1').expect(400);
    await get('/api/articles?filters[notes]=hidden').expect(400);
  });

  it('keeps private attributes out of cleaned answers', async () => {
    const { body } = await get('/api/articles/mine').expect(200);
    expect(body.all).toHaveLength(1);
    expect(body.all[0]).toMatchObject({ title: 'First Steps' });
    expect(body.all[0]).not.toHaveProperty('notes');
  });

  it('serves only the routes of the route files', async () => {
    await get('/api/categories').expect(200);
    await get('/api/categories/x').expect(404);
    await app.agent.delete('/api/categories/x').expect(404);
  });

  it('gives actions a context with parameters, query and body', async () => {
    const { body } = await get('/api/hello/ann?a[b]=1&a[c][]=2').expect(200);
    expect(body).toEqual({ name: 'ann', query: { a: { b: '1', c: ['2'] } }, has: {} });
    const posted = await app.agent.post('/api/hello/ann').send({ x: 1 }).expect(200);
    expect(posted.body.has).toEqual({ x: 1 });
    await app.agent.post('/api/hello/a-b').send({}).expect(404);
    const files = await get('/api/files/a/b.txt').expect(200);
    expect(files.body).toEqual({ 0: 'a/b.txt' });
  });

  it.each([
    ['bad', 400, { name: 'BadRequestError', message: 'No good', details: { key: 'a' } }],
    ['gone', 404, { name: 'NotFoundError', message: 'Not Found', details: {} }],
    ['app', 400, { name: 'ApplicationError', message: 'Broken', details: { more: 1 } }],
    ['forbidden', 403, { name: 'ForbiddenError', message: 'Forbidden', details: {} }],
    ['throw', 409, { name: 'ConflictError', message: 'Taken' }],
    ['nothing', 404, { name: 'NotFoundError', message: 'Not Found', details: {} }],
    ['other', 500, { name: 'InternalServerError', message: 'Internal Server Error' }],
  ])('answers the failure "%s" with %d', async (how, status, error) => {
    const { body } = await get(`/api/fail/${how}`).expect(status);
    expect(body).toEqual({ data: null, error: { status, ...error } });
  });

  it('answers an empty body with 204', () => get('/api/fail/null').expect(204));

  it('takes an answer that an action writes to the response of node', async () => {
    const { text } = await get('/api/fail/node').expect(202);
    expect(text).toBe('written by node');
  });

  it('refuses a middleware that calls next() twice', async () => {
    await get('/api/twice').expect(500);
    expect(JSON.stringify(app.logs)).toContain('A middleware of article.hello calls next() twice');
  });

  it('asks policies, and takes an answer of a policy for a no', async () => {
    await get('/api/friends?as=friend').expect(200);
    await get('/api/friends?as=friend&word=please').expect(200);
    const word = await get('/api/friends?as=friend&word=now').expect(403);
    expect(word.body.error).toMatchObject({ name: 'PolicyError', message: 'Policy Failed' });
    await get('/api/friends').expect(403);
    const stranger = await get('/api/friends?as=stranger').expect(401);
    expect(stranger.body.error.message).toBe('Go away');
  });
});
