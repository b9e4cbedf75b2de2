// Rows and fields that a caller may see hold for all actions of a project: also if it replaces a service or a pass, and on open routes.
import { definePlugin, limitRows, withVisibility } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const UID = 'api::article.article';
const SECRET = 'api::secret.secret';

const limiter = definePlugin({
  name: 'limiter',
  register: ({ hooks }) =>
    hooks.request.visibility((visibility, request) => {
      if (request.header('x-fields') === 'title')
        return withVisibility(visibility, {
          scope: 'titles',
          readable: (_model, { name }) => name === 'title',
        });
      const tenant = String(request.header('x-tenant') ?? '');
      if (tenant === '') return visibility;
      return withVisibility(
        limitRows(visibility, { tenant }, ({ uid }) => (uid === UID ? { tenant } : null)),
        {
          scope: `tenant ${tenant}`,
          canRead: ({ uid }) => uid !== SECRET,
          preset: ({ uid }) => (uid === UID ? { tenant } : null),
        },
      );
    }),
});

const TYPES = {
  ...typeFile(
    'article',
    'articles',
    {
      title: { type: 'string' },
      tenant: { type: 'string' },
      things: { type: 'relation', relation: 'morphToMany' },
      secret: { type: 'relation', relation: 'manyToOne', target: SECRET },
    },
    { options: { privateAttributes: ['createdAt'] } },
  ),
  ...coreFiles('article'),
  ...typeFile('secret', 'secrets', { text: { type: 'string' } }),
  ...coreFiles('secret'),
  ...typeFile('tag', 'tags', { name: { type: 'string' }, note: { type: 'string', private: true } }),
  ...coreFiles('tag'),
  'src/api/article/routes/open.js': `module.exports = { routes: [
    { method: 'GET', path: '/open', handler: 'article.find', config: { auth: false } },
    { method: 'POST', path: '/open', handler: 'article.create', config: { auth: false } },
    { method: 'GET', path: '/raw', handler: 'raw.all' },
    { method: 'GET', path: '/own', handler: 'raw.own' },
    { method: 'GET', path: '/rows', handler: 'raw.rows' },
    { method: 'PUT', path: '/rows', handler: 'raw.change' },
    { method: 'DELETE', path: '/rows', handler: 'raw.remove' },
  ] };`,
  'src/api/article/controllers/raw.ts': `
    import { factories } from '@strapi/strapi';
    export default factories.createCoreController('${UID}', {
      async all(ctx) {
        const all = await strapi.documents('${UID}').findMany({ populate: '*', sort: 'title' });
        return { all: await this.sanitizeOutput(all, ctx) };
      },
      async own(ctx) {
        const query = await this.sanitizeQuery(ctx);
        return strapi.service('${UID}').find(query);
      },
      async rows(ctx) {
        const query = await this.sanitizeQuery(ctx);
        const db = strapi.db.query('${UID}');
        return {
          lists: [await db.findMany(query), await strapi.entityService.findMany('${UID}', query)],
          counts: [await db.count(query), await strapi.entityService.count('${UID}', query)],
        };
      },
      async change(ctx) {
        const query = await this.sanitizeQuery(ctx);
        return strapi.db.query('${UID}').updateMany({ ...query, data: { title: 'Changed' } });
      },
      async remove(ctx) {
        return strapi.db.query('${UID}').deleteMany(await this.sanitizeQuery(ctx));
      },
    });`,
};

const replaced = {
  'src/api/article/services/article.ts': `
    import { factories } from '@strapi/strapi';
    export default factories.createCoreService('${UID}', {
      find(params) { return super.find(params); },
      findOne(id, params) { return super.findOne(id, params); },
      create(params) { return super.create(params); },
      update(id, params) { return super.update(id, params); },
      delete(id, params) { return super.delete(id, params); },
    });`,
};
const fetching = {
  'src/api/article/services/article.ts': `
    import { factories } from '@strapi/strapi';
    export default factories.createCoreService('${UID}', {
      getFetchParams(params) { return JSON.parse(JSON.stringify({ status: 'published', ...params })); },
    });`,
};
const passed = {
  'src/api/article/controllers/article.ts': `
    import { factories } from '@strapi/strapi';
    export default factories.createCoreController('${UID}', {
      sanitizeQuery(ctx) { return { ...ctx.query }; },
    });`,
};
const intercepted = {
  'src/index.ts': `export default { register({ strapi }) {
    strapi.documents.use((context, next) => { context.params = JSON.parse(JSON.stringify(context.params)); return next(); });
  } };`,
};

describe.each([
  ['the core actions', {}],
  ['a replaced service', replaced],
  ['a replaced getFetchParams', fetching],
  ['a replaced pass', passed],
  ['strapi.documents.use', intercepted],
])('the rows of a caller, with %s', (_name, files) => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    app = await startProject({ ...TYPES, ...files }, { plugins: [limiter] });
    for (const tenant of ['a', 'b']) {
      const made = await app.documents(UID).create({ data: { title: `Of ${tenant}`, tenant } });
      ids[tenant] = made.documentId;
    }
  });
  afterAll(() => app?.close());
  const get = (path: string) => app.agent.get(`/api${path}`).set('x-tenant', 'a');
  const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title);

  it('hides the others from lists and reads', async () => {
    for (const path of ['/articles', '/open']) {
      const { body } = await get(path).expect(200);
      expect(titles(body.data)).toEqual(['Of a']);
      expect(body.meta.pagination.total).toBe(1);
    }
    await get(`/articles/${ids.a}`).expect(200);
    await get(`/articles/${ids.b}`).expect(404);
    const { body } = await get('/own').expect(200);
    expect(titles(body.results)).toEqual(['Of a']);
  });

  it('holds for rows of strapi.db and of the entity service', async () => {
    const { body } = await get('/rows').expect(200);
    expect(body.lists.map(titles)).toEqual([['Of a'], ['Of a']]);
    expect(body.counts).toEqual([1, 1]);
    const { body: changed } = await app.agent.put('/api/rows').set('x-tenant', 'a').expect(200);
    expect(changed).toEqual({ count: 1 });
    const { body: removed } = await app.agent.delete('/api/rows').set('x-tenant', 'none').expect(200);
    expect(removed).toEqual({ count: 0 });
    expect(await app.documents(UID).count({ filters: { title: 'Of b' } })).toBe(1);
    await app.documents(UID).update({ documentId: ids.a ?? '', data: { title: 'Of a' } });
  });

  it('does not change or remove the others', async () => {
    const data = { title: 'Changed' };
    await app.agent.put(`/api/articles/${ids.b}`).set('x-tenant', 'a').send({ data }).expect(404);
    await app.agent.delete(`/api/articles/${ids.b}`).set('x-tenant', 'a');
    expect(await app.documents(UID).findOne({ documentId: ids.b ?? '' })).toMatchObject({ title: 'Of b' });
    await app.agent.put(`/api/articles/${ids.a}`).set('x-tenant', 'a').send({ data }).expect(200);
    await app.agent
      .put(`/api/articles/${ids.a}`)
      .set('x-tenant', 'a')
      .send({ data: { title: 'Of a' } })
      .expect(200);
  });

  it('gives new rows the presets of the caller', async () => {
    for (const path of ['/articles', '/open']) {
      const { body } = await app.agent
        .post(`/api${path}`)
        .set('x-tenant', 'new')
        .send({ data: { title: 'New' } })
        .expect(201);
      expect(body.data).toMatchObject({ title: 'New', tenant: 'new' });
    }
  });
});

describe('cleaned answers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(TYPES, { plugins: [limiter] });
    const secret = await app.documents(SECRET).create({ data: { text: 'hush' } });
    const tag = await app.documents('api::tag.tag').create({ data: { name: 'News', note: 'hidden' } });
    const things = [
      { __type: SECRET, documentId: secret.documentId },
      { __type: 'api::tag.tag', documentId: tag.documentId },
    ];
    await app.documents(UID).create({ data: { title: 'One', things, secret: secret.documentId } });
  });
  afterAll(() => app?.close());

  it('have no entries of polymorphic relations that the caller may not read', async () => {
    const { body } = await app.agent.get('/api/raw').set('x-tenant', 'a').expect(200);
    expect(body.all[0].things).toHaveLength(1);
    expect(body.all[0].things[0]).toMatchObject({ name: 'News' });
    expect(JSON.stringify(body)).not.toMatch(/hush|hidden/);
  });

  it('keep their ids, also for a caller who may read one field only', async () => {
    const { body } = await app.agent.get('/api/raw').set('x-fields', 'title').expect(200);
    expect(Object.keys(body.all[0]).toSorted()).toEqual(['documentId', 'id', 'title']);
  });

  it('have no private system fields', async () => {
    const { body } = await app.agent.get('/api/raw').expect(200);
    expect(body.all[0]).toHaveProperty('updatedAt');
    expect(body.all[0]).not.toHaveProperty('createdAt');
  });
});

describe('places of routes', () => {
  it('asks the permission of the action that the route names', async () => {
    const app = await startProject({
      ...TYPES,
      'src/api/tag/routes/tag.ts': `export default { routes: [
        { method: 'GET', path: '/articles-of-tags', handler: 'api::article.article.find' },
        { method: 'GET', path: '/tags', handler: 'api::article.article.find' },
        { method: 'GET', path: '/tags/:id(\\\\d+)', handler: 'tag.findOne' },
      ] };`,
    });
    try {
      await app.documents('api::tag.tag').create({ data: { name: 'News' } });
      const article = await app.documents(UID).create({ data: { title: 'One' } });
      const { body } = await app.agent.get('/api/tags').expect(200);
      expect(body.data).toMatchObject([{ documentId: article.documentId, title: 'One' }]);
      const tag = await app.documents('api::tag.tag').findFirst();
      await app.agent.get(`/api/tags/${tag?.documentId}`).expect(404);
    } finally {
      await app.close();
    }
  });

  it('serves an API that is called test', async () => {
    const app = await startProject({
      ...typeFile('test', 'tests', { title: { type: 'string' } }),
      ...coreFiles('test'),
    });
    try {
      await app.agent.get('/api/tests').expect(200);
    } finally {
      await app.close();
    }
  });
});
