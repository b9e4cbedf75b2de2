// `…Many` of strapi.db.query changes all rows or none.
import type { AnyPlugin } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { coreFiles, startProject, typeFile } from './project';

const UID = 'api::post.post';
const FILES = {
  ...typeFile(
    'post',
    'posts',
    { title: { type: 'string', unique: true, pluginOptions: { i18n: { localized: true } } } },
    { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } },
  ),
  ...coreFiles('post'),
  ...typeFile('log', 'logs', { text: { type: 'string' } }),
  'src/api/post/content-types/post/lifecycles.ts': `
    export default { afterCreate({ result }) { strapi.events.push('post ' + result.title); } };`,
  'src/api/log/content-types/log/lifecycles.ts': `
    export default { afterCreate({ result }) { strapi.events.push('log ' + result.text); } };`,
  'src/index.ts': 'export default { register({ strapi }) { strapi.events = []; } };',
  'src/api/post/controllers/tools.ts': `export default {
    async run(ctx) {
      const { name, ...params } = ctx.request.body;
      ctx.body = await strapi.db.query('${UID}')[name](params);
    },
    events(ctx) { ctx.body = strapi.events.splice(0); },
  };`,
  'src/api/post/routes/tools.ts': `export default { routes: [
    { method: 'POST', path: '/run', handler: 'tools.run', config: { auth: false } },
    { method: 'GET', path: '/events', handler: 'tools.events', config: { auth: false } },
  ] };`,
};

/** Writes a log of each post. */
const logger: AnyPlugin = {
  name: 'logger',
  register(app) {
    app.hooks.documents.written(async ({ type, documentId }) => {
      if (type === UID)
        await app.documents('api::log.log').create({ data: { text: documentId.slice(0, 0) } });
    });
  },
};

describe('many rows', () => {
  let app: TestApp;
  beforeAll(async () => {
    const i18n = { config: { locales: ['en', 'fr'] } };
    app = await startProject(FILES, {
      plugins: [logger],
      config: { plugins: { 'draft-and-publish': true, i18n } },
    });
  });
  afterAll(() => app?.close());
  const run = (name: string, params: object) => app.agent.post('/api/run').send({ name, ...params });

  it('deletes drafts and published rows of all locales', async () => {
    const { documentId } = await app
      .documents(UID)
      .create({ data: { title: 'One' }, status: 'published' } as never);
    await app
      .documents(UID)
      .update({ documentId, locale: 'fr', status: 'published', data: { title: 'Une' } } as never);
    const { body } = await run('deleteMany', { where: {} }).expect(200);
    expect(body.count).toBe(4);
    expect((await run('count', {}).expect(200)).text).toBe('0');
  });

  it('runs the events of other types meanwhile', async () => {
    await app.agent.get('/api/events').expect(200);
    await run('createMany', { data: [{ title: 'A' }, { title: 'B' }] }).expect(200);
    expect((await app.agent.get('/api/events').expect(200)).body).toEqual(['log ', 'log ']);
    await run('deleteMany', { where: {} }).expect(200);
  });

  it('creates all or none', async () => {
    await run('createMany', { data: [{ title: 'Same' }, { title: 5 }, { title: { no: 1 } }] }).expect(400);
    expect((await run('count', {}).expect(200)).text).toBe('0');
  });
});
