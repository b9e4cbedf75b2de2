// SQL of a project on all databases, and what startup says about it.
import { type TestApp, testDatabases } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const SQL = 'strapi.db.connection';
const POSTS = `strapi.db.query('api::post.post')`;

const FILES = {
  ...typeFile('author', 'authors', { name: { type: 'string' } }),
  ...coreFiles('author'),
  ...typeFile('post', 'posts', {
    title: { type: 'string' },
    views: { type: 'integer' },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    others: { type: 'relation', relation: 'manyToMany', target: 'api::author.author' },
    box: { type: 'component', component: 'part.box' },
  }),
  ...coreFiles('post'),
  'src/components/part/box.json': JSON.stringify({
    info: { displayName: 'Box' },
    attributes: { text: { type: 'string' } },
  }),
  'src/api/post/services/counts.ts': `
// ${SQL} in a comment
export default ({ strapi }) => ({
  all: () =>
    strapi.db
      .connection('posts').count(),
  some() {
    const { connection } = strapi.db;
    return connection('posts');
  },
});`,
  'src/api/post/controllers/run.ts': `
    export default {
      async run(ctx) {
        const AsyncFunction = (async () => {}).constructor;
        ctx.body = { value: (await new (AsyncFunction as any)('strapi', ctx.request.body.code)(strapi)) ?? null };
      },
    };`,
  'src/api/post/routes/run.ts': `
    export default { routes: [{ method: 'POST', path: '/run', handler: 'run.run', config: { auth: false } }] };`,
};

describe.each(testDatabases())('SQL of a project on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(FILES, { database });
  });
  afterAll(() => app?.close());
  const run = async (code: string) => {
    const { body } = await app.agent.post('/api/run').send({ code }).expect(200);
    return body.value;
  };
  const titles = () => run(`return ${SQL}('posts').orderBy('title').pluck('title')`);

  it('is named at startup, with the tables', () => {
    const logged = app.logs.map(({ message }) => String(message));
    expect(logged).toContainEqual(
      expect.stringMatching(
        /^strapi\.db\.connection runs SQL .*: src\/api\/post\/services\/counts\.ts:5, src\/api\/post\/services\/counts\.ts:8$/,
      ),
    );
    expect(logged).toContain(
      'api::post.post is the table posts; "author" in author_doc (documentId); "others" in the table posts_others_lnk (source_id, target: documentId); "box" in box (JSON)',
    );
  });

  it('belongs to the transaction that it runs in, and to its own', async () => {
    await run(`await ${POSTS}.create({ data: { title: 'a', views: 1 } })`);
    const within = await run(`
      const seen = [];
      await strapi.db.transaction(async ({ trx, onCommit, onRollback }) => {
        onCommit(() => seen.push('commit'));
        onRollback(() => seen.push('rollback'));
        await ${POSTS}.create({ data: { title: 'b' } });
        seen.push((await ${SQL}('posts').pluck('title')).length, (await trx('posts').pluck('title')).length);
        await trx.transaction(async (inner) => {
          await inner('posts').update({ title: 'c' });
          throw new Error('inner');
        }).catch((error) => seen.push(error.message));
        await ${SQL}('posts').where({ title: 'b' }).transacting(trx).update({ views: 2 });
        throw new Error('outer');
      }).catch((error) => seen.push(error.message));
      return seen;`);
    expect(within).toEqual([2, 2, 'inner', 'rollback', 'outer']);
    expect(await titles()).toEqual(['a']);
    const early = await run(`
      const seen = [];
      const value = await strapi.db.transaction(async ({ trx, commit, rollback, onCommit }) => {
        onCommit(() => seen.push('commit'));
        await trx('posts').where({ title: 'a' }).update({ views: 5 });
        await commit();
        await rollback().catch((error) => seen.push(error.message));
        await trx('posts').update({ views: 6 }).catch((error) => seen.push(error.message));
        return 'value';
      });
      return [value, ...seen, (await ${POSTS}.findOne({ where: { title: 'a' } })).views];`);
    expect(early).toEqual([
      'value',
      'commit',
      expect.stringContaining('undid nothing'),
      expect.stringContaining('transaction has ended'),
      5,
    ]);
  });

  it('lasts until commit or rollback without a function, beside other work', async () => {
    const open = await run(`
      const one = await strapi.db.transaction();
      const trx = one.get();
      await trx('posts').where({ title: 'a' }).update({ views: 7 });
      const inside = await trx('posts').where({ title: 'a' }).first('views');
      const outside = await strapi.documents('api::post.post').findFirst({ filters: { title: 'a' } });
      await one.rollback();
      const two = await ${SQL}.transaction();
      await two('posts').where({ title: 'a' }).update({ views: 8 });
      await two.commit();
      return [inside.views, outside.views, two.isCompleted(), (await ${POSTS}.findOne({ where: { title: 'a' } })).views];`);
    expect(open).toEqual([7, 5, true, 8]);
    const many = await run(`
      await ${SQL}.batchInsert('authors', [{ document_id: 'x1', name: 'x' }, { document_id: 'x2', name: 'y' }], 1);
      await ${SQL}.batchInsert('authors', [{ document_id: 'x3', name: 'z' }, { document_id: null, name: 'w' }], 1).catch(() => 0);
      return ${SQL}('authors').orderBy('name').pluck('name');`);
    expect(many).toEqual(['x', 'y']);
  });

  it('ends with the transaction around it', async () => {
    const seen = await run(`
      const seen = [];
      const note = (word) => (error) => { seen.push(word + ': ' + (error?.message ?? 'worked')); };
      let t;
      await strapi.db.transaction(async () => {
        t = await ${SQL}.transaction();
        await t('posts').update({ views: 20 });
        await ${POSTS}.update({ where: { title: 'a' }, data: { views: 21 } });
      });
      await t('posts').insert({ document_id: 'late', title: 'late' }).then(note('insert'), note('insert'));
      await t.rollback().then(note('rollback'), note('rollback'));
      await t.commit().then(note('commit'), note('commit'));
      await strapi.db.transaction(async ({ onRollback }) => {
        onRollback(() => { throw new Error('callback'); });
        await strapi.db.transaction(async (inner) => inner.onRollback(note('onRollback')));
        const joined = await strapi.db.transaction();
        await joined.get()('posts').update({ views: 22 });
        await joined.get().rollback();
      }).catch(note('outer'));
      return [...seen, ...(await ${SQL}('posts').pluck('views'))];`);
    expect(seen).toEqual([
      expect.stringMatching(/^insert: The transaction has ended/),
      expect.stringMatching(/^rollback: .*committed/),
      expect.stringMatching(/^commit: The transaction has ended/),
      'onRollback: worked',
      expect.stringMatching(/^outer: .*rollback/),
      21,
    ]);
  });

  it('gives batchInsert the methods of knex', async () => {
    const rows = (name: string) => `[{ document_id: '${name}', name: '${name}' }]`;
    const seen = await run(`
      const made = await ${SQL}.batchInsert('authors', ${rows('b1')}).returning(['name']);
      await strapi.db.transaction(async ({ trx }) => {
        await ${SQL}.batchInsert('authors', ${rows('b2')}).transacting(trx);
        throw new Error('no');
      }).catch(() => 0);
      return [made.length, await ${SQL}('authors').whereIn('name', ['b1', 'b2']).pluck('name')];`);
    expect(seen).toEqual([1, ['b1']]);
  });

  it('refuses what would pass by Quire', async () => {
    const refused = await run(`
      const messages = [];
      for (const work of [
        () => ${SQL}.destroy(),
        () => ${SQL}.migrate.latest(),
        () => ${SQL}.transaction(async () => 1, { isolationLevel: 'serializable' }),
      ]) try { await work(); messages.push('works'); } catch (error) { messages.push(error.message); }
      return messages;`);
    expect(refused).toEqual([
      expect.stringContaining('strapi.db.connection.destroy is out of reach'),
      expect.stringContaining('strapi.db.connection.migrate is out of reach'),
      expect.stringContaining('an option of connection.transaction is out of reach'),
    ]);
  });
});
