// `…Many` of strapi.db.query changes all rows or none.
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
  'src/api/post/controllers/tools.ts': `export default {
    async run(ctx) {
      const { name, ...params } = ctx.request.body;
      ctx.body = await strapi.db.query('${UID}')[name](params);
    },
  };`,
  'src/api/post/routes/tools.ts': `export default { routes: [
    { method: 'POST', path: '/run', handler: 'tools.run', config: { auth: false } },
  ] };`,
};

describe('many rows', () => {
  let app: TestApp;
  beforeAll(async () => {
    const i18n = { config: { locales: ['en', 'fr'] } };
    app = await startProject(FILES, { config: { plugins: { 'draft-and-publish': true, i18n } } });
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

  it('creates all or none', async () => {
    await run('createMany', { data: [{ title: 'Same' }, { title: 5 }, { title: { no: 1 } }] }).expect(400);
    expect((await run('count', {}).expect(200)).text).toBe('0');
  });
});
