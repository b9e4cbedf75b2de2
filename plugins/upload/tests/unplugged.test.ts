// Without the plugin, media attributes wait and everything else works. Enabling it again shows the links.
import { createKernel } from '../../../core';
import { createTestApp } from '../../../core/testing/create-test-app';
import { CONTENT, openApp } from './app';
import { image, uploaded } from './files';

it('leaves media out, and says how to enable them', async () => {
  const app = await createTestApp({
    ...CONTENT,
    config: { server: { anonymous: 'full' }, plugins: { rest: true, 'draft-and-publish': true, i18n: true } },
  });
  expect(app.logs.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(
      /article cover.* left out: needs the plugin "upload"; enable it: "upload": true in config\/plugins/,
    ),
  );
  const { status, body } = await app.agent
    .post('/api/articles?populate=*')
    .send({ data: { title: 'a', seo: { words: 'b' } } });
  expect([status, body.data.title, body.data.cover]).toEqual([201, 'a', undefined]);
  expect((await app.agent.get('/api/upload/files')).status).toBe(404);
  await app.close();
});

it('keeps the links while the plugin is disabled', async () => {
  const app = await openApp();
  const file = await uploaded(app, await image(10, 10));
  const { body } = await app.agent
    .post('/api/articles')
    .send({ data: { title: 'a', cover: file.id, gallery: [file.id] } });
  const { documentId } = body.data;
  await app.kernel.stop();
  const { dir, config } = app.kernel;
  const open = async (upload: boolean) => {
    const kernel = await createKernel({
      dir,
      env: { NODE_ENV: 'test' },
      overrides: {
        database: config.database,
        plugins: {
          rest: true,
          'draft-and-publish': true,
          i18n: { config: { locales: ['en', 'fr'] } },
          upload,
        },
      } as never,
      writeLog: () => undefined,
    });
    await kernel.start();
    return kernel;
  };
  const without = await open(false);
  await without.documents('api::article.article').update({ documentId, data: { title: 'b' } });
  await without.stop();
  const again = await open(true);
  const shown = await again
    .documents('api::article.article')
    .findOne({ documentId, status: 'draft', populate: ['cover', 'gallery'] } as never);
  expect(shown).toMatchObject({ title: 'b', cover: { id: file.id }, gallery: [{ id: file.id }] });
  await again.stop();
  await app.close();
});
