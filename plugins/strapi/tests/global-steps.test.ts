// Global middlewares of a project: errors that they catch, and queries that they change.
import type { TestApp } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const TAG = 'api::tag.tag';
const FILES = {
  ...typeFile('tag', 'tags', {
    name: { type: 'string' },
    parent: { type: 'relation', relation: 'manyToOne', target: TAG },
  }),
  ...coreFiles('tag'),
  'src/api/tag/controllers/fail.ts': `
    import { errors } from '@strapi/utils';
    export default {
      fail(ctx) {
        if (ctx.params.how === 'answer') return ctx.badRequest('answered');
        if (ctx.params.how === 'forbidden') throw new errors.ForbiddenError('no');
        if (ctx.params.how === 'cookie') {
          ctx.cookies.set('seen', 'yes', { httpOnly: true });
          ctx.body = { seen: ctx.cookies.get('seen', { signed: true }) ?? null };
          return;
        }
        if (ctx.params.how === 'broken') throw new Error('secret');
        throw new errors.ApplicationError('wrong', { why: 'x' });
      },
    };`,
  'src/api/tag/middlewares/swallow.ts': `
    export default () => async (ctx, next) => {
      try { await next(); }
      catch (error) { ctx.body = { swallowed: error.message }; }
    };`,
  'src/api/tag/routes/fail.ts': `
    const config = { auth: false };
    export default { routes: [
      { method: 'GET', path: '/fail/:how', handler: 'fail.fail', config },
      { method: 'GET', path: '/swallow/:how', handler: 'fail.fail', config: { ...config, middlewares: ['api::tag.swallow'] } },
      { method: 'GET', path: '/swallowed-tags', handler: 'tag.find', config: { ...config, middlewares: ['api::tag.swallow'] } },
    ] };`,
  'src/index.ts':
    "export default { register({ strapi }) { strapi.config.set('server.app.keys', ['first-key', 'second-key']); } };",
  'src/middlewares/outside.ts': `
    export default () => async (ctx, next) => { await next(); ctx.set('x-outside', String(ctx.status)); };`,
  'src/middlewares/after.ts': `
    export default () => async (ctx, next) => { await next(); ctx.set('x-after', String(ctx.status)); };`,
  'src/middlewares/catching.ts': `
    export default () => async (ctx, next) => {
      try { await next(); }
      catch (error) {
        if (!ctx.query.catch) throw error;
        if (ctx.query.catch === 'again') throw new Error('another secret');
        if (ctx.query.catch === 'nothing') return;
        if (ctx.query.catch === 'body') return void (ctx.body = { name: error.name });
        if (ctx.query.catch === 'plain') return void (ctx.body = 'caught');
        ctx.status = 418;
        ctx.body = { caught: error.name, details: error.details ?? null };
      }
    };`,
  'src/middlewares/populate.ts': `
    export default () => async (ctx, next) => {
      if (ctx.query.level) {
        const { level, ...query } = ctx.query;
        ctx.query = { ...query, populate: { parent: { fields: ['name'] } } };
      }
      if (ctx.query.only) ctx.query = { sort: 'name', filters: { name: { $in: ctx.query.only === 'none' ? [] : [ctx.query.only] } } };
      if (ctx.query.filters?.name === 'first') ctx.query.filters = { name: 'a' };
      await next();
    };`,
};

describe('global middlewares of a project', () => {
  let app: TestApp;
  beforeAll(async () => {
    const own = (name: string) => ({ resolve: `global::${name}` });
    const steps = ['errors', 'request-id', 'logger', 'security', 'cors', 'timeout', 'query', 'body'];
    const inside = [own('after'), own('catching'), own('populate')];
    app = await startProject(FILES, { config: { middlewares: [own('outside'), ...steps, ...inside] } });
    const parent = await app.documents(TAG).create({ data: { name: 'a' } });
    await app.documents(TAG).create({ data: { name: 'b', parent: parent?.documentId } });
  });
  afterAll(() => app?.close());
  const get = (path: string) => app.agent.get(path);

  it('throws errors of actions and of core routes at next()', async () => {
    const { body, headers } = await get('/api/fail/app?catch=1').expect(418);
    expect(body).toEqual({ caught: 'ApplicationError', details: { why: 'x' } });
    expect(headers).toMatchObject({ 'x-after': '418', 'x-outside': '418' });
    const core = await get('/api/tags?filters[nope]=1&catch=1').expect(418);
    expect(core.body).toMatchObject({ caught: 'ValidationError', details: { key: 'nope' } });
    await get('/api/fail/broken?catch=1').expect(418, { caught: 'Error', details: null });
  });

  it('answers an error that goes on as before, and runs the code behind next() only outside', async () => {
    const { body, headers } = await get('/api/fail/app').expect(400);
    expect(body.error).toMatchObject({ name: 'ApplicationError', message: 'wrong', details: { why: 'x' } });
    expect(headers).toMatchObject({ 'x-outside': '400' });
    expect(headers).not.toHaveProperty('x-after');
    const other = await get('/api/fail/broken?catch=again').expect(500);
    expect(other.body.error.message).toBe('Internal Server Error');
    expect(other.headers).toMatchObject({ 'x-outside': '500' });
    expect(other.headers).not.toHaveProperty('x-after');
    expect(JSON.stringify(app.logs)).toContain('another secret');
  });

  it('forgets the answer to an error that a middleware swallows', async () => {
    const { headers } = await get('/api/fail/app?catch=body').expect(200, { name: 'ApplicationError' });
    expect(headers).toMatchObject({ 'x-after': '200', 'x-outside': '200' });
    await get('/api/tags?filters[nope]=1&catch=body').expect(200, { name: 'ValidationError' });
    const plain = await get('/api/fail/broken?catch=plain').expect(200);
    expect(plain).toMatchObject({ text: 'caught', type: 'text/plain' });
    expect((await get('/api/fail/broken?catch=nothing').expect(404)).body.error.name).toBe('NotFoundError');
    await get('/api/swallow/app').expect(200, { swallowed: 'wrong' });
    await get('/api/swallow/broken').expect(200, { swallowed: 'secret' });
    await get('/api/swallowed-tags?filters[nope]=1').expect(200);
  });

  it('throws nothing for answers of actions, unknown routes and unknown documents', async () => {
    const { headers } = await get('/api/fail/answer?catch=1').expect(400);
    expect(headers).toMatchObject({ 'x-after': '400', 'x-outside': '400' });
    await get('/api/fail/forbidden?catch=1').expect(403);
    await get('/api/nowhere?catch=1').expect(404);
    await get('/api/tags/none?catch=1').expect(404);
  });

  it('signs cookies with the keys of the project', async () => {
    const { headers, body } = await get('/api/fail/cookie').set('cookie', 'seen=forged').expect(200);
    expect(body).toEqual({ seen: null });
    const set = ([headers['set-cookie']].flat() as string[]).map((one) => one.split(';')[0]);
    expect(set).toEqual(['seen=yes', expect.stringMatching(/^seen\.sig=/)]);
    await get('/api/fail/cookie').set('cookie', set.join('; ')).expect(200, { seen: 'yes' });
  });

  it('passes on a query that the code has replaced or changed', async () => {
    const { body } = await get('/api/tags?level=2&sort=name').expect(200);
    expect(body.data).toMatchObject([
      { name: 'a', parent: null },
      { name: 'b', parent: { name: 'a' } },
    ]);
    const first = await get('/api/tags?filters[name]=first').expect(200);
    expect(first.body.data).toMatchObject([{ name: 'a' }]);
    const only = async (name: string) => (await get(`/api/tags?only=${name}`).expect(200)).body.data.length;
    const plain = await get('/api/tags?sort=name').expect(200);
    // The query string of an empty list is that of a query without the filter.
    expect([await only('a'), await only('none'), plain.body.data.length]).toEqual([1, 0, 2]);
    expect(plain.body.data[0]).not.toHaveProperty('parent');
  });
});
