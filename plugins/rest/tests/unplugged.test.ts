// When the plugin is disabled, content types have no routes; the document service still works.
import { createTestApp } from '../../../core/testing';

it('serves no route of a content type', async () => {
  const tag = { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } };
  const app = await createTestApp({ contentTypes: [tag], config: { plugins: { rest: false } } });
  const { documentId } = await app.documents('api::tag.tag').create({ data: { name: 'a' } });
  for (const path of ['/api/tags', `/api/tags/${documentId}`])
    expect([
      (await app.agent.get(path)).status,
      (await app.agent.post(path).send({ data: {} })).status,
    ]).toEqual([404, 404]);
  expect(await app.documents('api::tag.tag').findMany()).toMatchObject([{ name: 'a' }]);
  expect(app.kernel.routes.filter(({ source }) => source === 'rest')).toEqual([]);
  await app.close();
});
