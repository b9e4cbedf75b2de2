// Reads and writes of a project: strapi.documents, entityService, db.query, transactions, bootstrap.
import type { TestApp } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const POST = 'api::post.post';
const FILES = {
  ...typeFile('author', 'authors', { name: { type: 'string' } }),
  ...coreFiles('author'),
  ...typeFile(
    'post',
    'posts',
    {
      title: { type: 'string', required: true },
      views: { type: 'integer' },
      secret: { type: 'string', private: true },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
    { options: { draftAndPublish: true } },
  ),
  ...coreFiles('post'),
  'src/index.ts': `
    const counts = { register: 0, find: 0 };
    export default {
      register({ strapi }) {
        counts.register++;
        strapi.documents.use(async (context, next) => {
          if (context.uid !== 'api::author.author') return next();
          if (context.action === 'create') context.params.data.name += '!';
          return next();
        });
      },
      async bootstrap({ strapi }) {
        if ((await strapi.documents('api::author.author').count()) > 0) return;
        await strapi.documents('api::author.author').create({ data: { name: 'Seed ' + counts.register } });
      },
    };`,
  'src/api/post/controllers/run.ts': `
    export default {
      async run(ctx) {
        const AsyncFunction = (async () => {}).constructor;
        const { code } = ctx.request.body;
        ctx.body = { value: (await new (AsyncFunction as any)('strapi', 'ctx', code)(strapi, ctx)) ?? null };
      },
    };`,
  'src/api/post/routes/run.ts': `
    export default { routes: [{ method: 'POST', path: '/run', handler: 'run.run', config: { auth: false } }] };`,
};

describe('data of a project', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(FILES, { config: { plugins: { 'draft-and-publish': true } } });
  });
  afterAll(() => app?.close());
  /** The code runs inside an action of the project. */
  const run = async (code: string) => {
    const { body } = await app.agent.post('/api/run').send({ code }).expect(200);
    return body.value;
  };

  it('runs register before bootstrap, and middlewares of documents around code and routes', async () => {
    const seeds = await run(`return strapi.documents('api::author.author').findMany()`);
    expect(seeds).toMatchObject([{ name: 'Seed 1!' }]);
    const { body } = await app.agent
      .post('/api/authors')
      .send({ data: { name: 'Ann' } })
      .expect(201);
    expect(body.data.name).toBe('Ann!');
  });

  it('reads and writes drafts unless the call names a status', async () => {
    const made = await run(
      `return strapi.documents('${POST}').create({ data: { title: 'A', views: 1, secret: 'x' } })`,
    );
    expect(made).toMatchObject({ title: 'A', secret: 'x', publishedAt: null });
    const id = JSON.stringify(made.documentId);
    expect(
      await run(`return strapi.documents('${POST}').findOne({ documentId: ${id}, status: 'published' })`),
    ).toBeNull();
    const published = await run(`return strapi.documents('${POST}').publish({ documentId: ${id} })`);
    expect(published.entries).toMatchObject([{ title: 'A' }]);
    await run(`return strapi.documents('${POST}').update({ documentId: ${id}, data: { title: 'B' } })`);
    const both = await run(`return Promise.all(['draft', 'published'].map((status) =>
      strapi.documents('${POST}').findOne({ documentId: ${id}, status, fields: ['title'] })))`);
    expect(both).toMatchObject([{ title: 'B' }, { title: 'A' }]);
    expect(
      await run(`return strapi.documents('${POST}').findFirst({ filters: { title: 'B' }, limit: 1 })`),
    ).toMatchObject({
      documentId: made.documentId,
    });
    expect(
      await run(`return strapi.documents('${POST}').update({ documentId: 'none', data: { title: 'C' } })`),
    ).toBeNull();
    const gone = await run(`return strapi.documents('${POST}').delete({ documentId: ${id} })`);
    expect(gone).toMatchObject({ documentId: made.documentId, entries: [{ title: 'B' }, { title: 'A' }] });
  });

  it('sees rows with db.query: drafts and published versions', async () => {
    const rows = await run(`
      const author = await strapi.db.query('api::author.author').findOne({ where: { name: 'Seed 1!' } });
      const q = strapi.db.query('${POST}');
      await q.create({ data: { title: 'One', views: 3, author: author.id, publishedAt: new Date() } });
      await strapi.query('${POST}').create({ data: { title: 'Two', views: 2, publishedAt: null } });
      await q.createMany({ data: [{ title: 'Three', views: 1, publishedAt: null }] });
      return {
        all: await q.findMany({ orderBy: { views: 'desc' }, select: ['title'] }),
        page: await q.findMany({ orderBy: { views: 'asc' }, offset: 1, limit: 2 }),
        live: await q.findMany({ where: { publishedAt: { $notNull: true } } }),
        drafts: await q.count({ where: { publishedAt: null } }),
        byAuthor: await q.findMany({ where: { author: author.id }, populate: { author: { select: ['name'] } } }),
        withCount: await q.findWithCount({ where: { $or: [{ title: 'Two' }, { title: 'Three' }] }, limit: 1 }),
        missing: await q.findOne({ where: { title: 'Nine' } }),
        missed: await q.update({ where: { title: 'Nine' }, data: { views: 1 } }),
      };`);
    expect(rows.all.map(({ title }: { title: string }) => title)).toEqual(['One', 'One', 'Two', 'Three']);
    expect(rows.page.map(({ title }: { title: string }) => title)).toEqual(['Two', 'One']);
    expect(rows.live).toMatchObject([{ title: 'One' }]);
    expect(rows.drafts).toBe(3);
    expect(rows.byAuthor).toMatchObject([{ author: { name: 'Seed 1!' } }, { author: { name: 'Seed 1!' } }]);
    expect(rows.withCount).toMatchObject([[{ title: 'Two' }], 2]);
    expect([rows.missing, rows.missed]).toEqual([null, null]);
  });

  it('writes rows with db.query', async () => {
    const result = await run(`
      const q = strapi.db.query('${POST}');
      const draft = await q.update({ where: { title: 'Two' }, data: { views: 20 } });
      const many = await q.updateMany({ where: { views: { $lt: 3 } }, data: { views: 0 } });
      const live = await q.findOne({ where: { title: 'One', publishedAt: { $notNull: true } } });
      const removed = await q.delete({ where: { id: live.id }, select: ['title'] });
      const left = await q.findMany({ where: { title: 'One' } });
      const gone = await q.deleteMany({ where: { title: { $in: ['One', 'Three'] } } });
      return { draft, many, removed, left, gone, count: await q.count() };`);
    expect(result).toMatchObject({
      draft: { title: 'Two', views: 20 },
      many: { count: 1 },
      removed: { title: 'One' },
      left: [{ title: 'One', publishedAt: null }],
      gone: { count: 2 },
      count: 1,
    });
  });

  it('offers the entity service by row id', async () => {
    const result = await run(`
      const s = strapi.entityService;
      const made = await s.create('${POST}', { data: { title: 'Ent', views: 5 }, fields: ['title'] });
      const one = await s.findOne('${POST}', made.id, { populate: '*' });
      const updated = await s.update('${POST}', made.id, { data: { views: 6 } });
      const live = await s.findMany('${POST}', { filters: { title: 'Ent' } });
      const page = await s.findPage('${POST}', { filters: { title: 'Ent' }, page: 1, pageSize: 1, sort: 'id' });
      const count = await s.count('${POST}', { filters: { title: 'Ent' } });
      const deleted = await s.delete('${POST}', made.id);
      return { made, one, updated, live, page, count, deleted };`);
    expect(result).toMatchObject({
      made: { title: 'Ent' },
      one: { views: 5, author: null },
      updated: { views: 6 },
      live: [{ views: 6 }],
      page: { results: [{ title: 'Ent' }], pagination: { page: 1, pageSize: 1, pageCount: 1, total: 1 } },
      count: 1,
      deleted: { title: 'Ent' },
    });
  });

  it('rolls a transaction back', async () => {
    const count = await run(`
      await strapi.db.transaction(async () => {
        await strapi.documents('api::author.author').create({ data: { name: 'Lost' } });
        throw new Error('no');
      }).catch(() => null);
      return strapi.documents('api::author.author').count({ filters: { name: { $startsWith: 'Lost' } } });`);
    expect(count).toBe(0);
  });

  it('offers schemas, configuration and clean queries', async () => {
    const result = await run(`
      const { sanitize, validate } = strapi.contentAPI;
      const type = strapi.contentType('${POST}');
      const refused = await validate.query({ filters: { secret: 'x' } }, type).catch((error) => error.name);
      return {
        kind: type.kind, author: strapi.getModel('${POST}').attributes.author, uids: Object.keys(strapi.contentTypes).includes('${POST}'),
        environment: strapi.config.get('environment'), none: strapi.config.get('a.b', 7),
        clean: await sanitize.output({ title: 'A', secret: 's' }, type), refused,
        same: strapi.requestContext.get() === ctx,
      };`);
    expect(result).toEqual({
      kind: 'collectionType',
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
      uids: true,
      environment: 'test',
      none: 7,
      clean: { title: 'A' },
      refused: 'ValidationError',
      same: true,
    });
  });
});

it('stops startup with file and line when bootstrap fails', async () => {
  const files = {
    'src/index.js': 'module.exports = {\n  bootstrap() {\n    throw new Error("no key");\n  },\n};',
  };
  await expect(startProject(files)).rejects.toThrow(
    /bootstrap of the project failed:\s+src\/index\.js:3: no key/,
  );
});
