import { createTestApp } from '../../../core/testing';

it('adds no fields when the plugin is disabled', async () => {
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'tag', pluralName: 'tags' },
        options: { authors: true },
        attributes: { name: { type: 'string' } },
      },
    ],
  });
  expect(app.kernel.schema.types.get('api::tag.tag')?.attributes.has('createdBy')).toBe(false);
  expect((await fetch(`${app.url}/api/tags?populate=createdBy`)).status).toBe(400);
  await app.close();
});

it('needs users-permissions', async () => {
  await expect(createTestApp({ config: { plugins: { authors: true } } })).rejects.toThrow(
    /users-permissions/,
  );
});
