// Lifecycles per row: the events of each operation, changed data, and errors that roll back.
import type { TestApp } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const FILES = {
  ...typeFile(
    'post',
    'posts',
    { title: { type: 'string' }, slug: { type: 'string' }, note: { type: 'string' } },
    {
      options: { draftAndPublish: true },
    },
  ),
  ...coreFiles('post'),
  ...typeFile('log', 'logs', { text: { type: 'string' } }),
  ...coreFiles('log'),
  'src/events.ts': 'export const events: { name: string, [key: string]: unknown }[] = [];',
  'src/api/post/content-types/post/lifecycles.ts': `
    import { events } from '../../../../events';
    const note = (event) => {
      const { action, params, result, state } = event;
      events.push({ name: action, where: params.where?.id !== undefined, status: result ? (result.publishedAt ? 'published' : 'draft') : null, state: { ...state } });
    };
    export default {
      async beforeCreate(event) { event.state.begun = 'create'; if (event.params.data.title) event.params.data.slug = event.params.data.title.toLowerCase(); note(event); },
      async afterCreate(event) {
        note(event);
        if (event.result.note === 'fail') throw new Error('not this one');
        if (event.result.note === 'log') await strapi.documents('api::log.log').create({ data: { text: event.result.title } });
      },
      beforeUpdate(event) { if (event.params.data.note === 'drop') delete event.params.data.slug; note(event); }, afterUpdate: note,
      async beforeDelete(event) {
        const row = await strapi.db.query('api::post.post').findOne({ where: event.params.where });
        events.push({ name: 'seen', title: row?.title ?? null });
        note(event);
      },
      afterDelete: note,
    };`,
  'src/index.ts': `
    import { events } from './events';
    export default {
      bootstrap({ strapi }) {
        strapi.db.lifecycles.subscribe({ models: ['api::log.log'], afterCreate(event) { events.push({ name: 'log ' + event.result.text }); } });
      },
    };`,
  'src/api/post/controllers/tools.ts': `
    import { events } from '../../../events';
    export default {
      async take(ctx) { ctx.body = events.splice(0); },
      async operate(ctx) {
        const { name, ...params } = ctx.request.body;
        ctx.body = (await strapi.documents('api::post.post')[name](params)) ?? {};
      },
    };`,
  'src/api/post/routes/tools.ts': `
    export default { routes: [
      { method: 'GET', path: '/events', handler: 'tools.take', config: { auth: false } },
      { method: 'POST', path: '/operate', handler: 'tools.operate', config: { auth: false } },
    ] };`,
};

interface Seen {
  readonly name: string;
  readonly [key: string]: unknown;
}

describe('lifecycles of a project', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startProject(FILES, { config: { plugins: { 'draft-and-publish': true } } });
  });
  afterAll(() => app?.close());
  const take = async (): Promise<Seen[]> => (await app.agent.get('/api/events').expect(200)).body;
  const names = async (): Promise<string[]> => (await take()).map(({ name }) => name);
  const operate = async (name: string, params: object) =>
    (
      await app.agent
        .post('/api/operate')
        .send({ name, ...params })
        .expect(200)
    ).body;

  it('runs the events of each operation in the order of Strapi', async () => {
    const { documentId } = await operate('create', { data: { title: 'ABC' } });
    const created = await take();
    expect(created).toMatchObject([
      { name: 'beforeCreate', status: null },
      { name: 'afterCreate', status: 'draft', state: { begun: 'create' } },
    ]);
    await operate('update', { documentId, data: { title: 'ABD' } });
    expect(await take()).toMatchObject([
      { name: 'beforeUpdate', where: true },
      { name: 'afterUpdate', status: 'draft' },
    ]);
    await operate('publish', { documentId });
    expect(await names()).toEqual(['beforeCreate', 'afterCreate']);
    await app.agent
      .put(`/api/posts/${documentId}`)
      .send({ data: { title: 'ABE' } })
      .expect(200);
    expect((await names()).filter((name) => name !== 'seen')).toEqual([
      'beforeUpdate',
      'afterUpdate',
      'beforeDelete',
      'afterDelete',
      'beforeCreate',
      'afterCreate',
    ]);
    await operate('unpublish', { documentId });
    expect(await take()).toMatchObject([
      { name: 'seen', title: 'ABE' },
      { name: 'beforeDelete', where: true },
      { name: 'afterDelete', status: 'published' },
    ]);
    await app.agent.delete(`/api/posts/${documentId}`).expect(204);
    expect(await take()).toMatchObject([
      { name: 'seen', title: 'ABE' },
      { name: 'beforeDelete' },
      { name: 'afterDelete', status: 'draft' },
    ]);
  });

  it('takes the data that an event before a write changes, over REST, too', async () => {
    const { body } = await app.agent
      .post('/api/posts')
      .send({ data: { title: 'Hello' } })
      .expect(201);
    expect(body.data).toMatchObject({ title: 'Hello', slug: 'hello' });
    await take();
  });

  it('stores no value that an event has deleted', async () => {
    const { documentId } = await operate('create', { data: { title: 'Kept slug' } });
    await app.agent
      .put(`/api/posts/${documentId}`)
      .send({ data: { slug: 'changed', note: 'drop' } })
      .expect(200);
    const { body } = await app.agent.get(`/api/posts/${documentId}`).expect(200);
    expect(body.data).toMatchObject({ slug: 'kept slug', note: 'drop' });
    await take();
  });

  it('writes what an event after a write writes in the same transaction', async () => {
    await operate('create', { data: { title: 'Kept', note: 'log' } });
    expect(await names()).toEqual(['beforeCreate', 'afterCreate', 'log Kept']);
    await app.agent
      .post('/api/posts')
      .send({ data: { title: 'Lost', note: 'fail' } })
      .expect(500);
    expect(await app.documents('api::post.post').count({ filters: { title: 'Lost' }, status: 'draft' })).toBe(
      0,
    );
    await take();
  });
});
