// Models of which GraphQL shows little: what an input or a field names is a type of the schema.
import { createTestApp } from '../../../core/testing';

const part = (more: object = {}) => ({ type: 'component' as const, component: 'shared.part', ...more });

// The attribute waits for the plugin upload.
it('a component without writable attributes is an input', async () => {
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'page', pluralName: 'pages' },
        attributes: { title: { type: 'string' }, part: part(), parts: part({ repeatable: true }) },
      },
    ],
    components: { 'shared.part': { info: {}, attributes: { file: { type: 'media' } as never } } },
    config: { plugins: { rest: true, graphql: true } },
  });
  const ask = async (query: string) => (await app.agent.post('/graphql').send({ query })).body;
  try {
    expect(
      await ask(
        'mutation { createPage(data: { title: "a", part: {}, parts: [{}, {}] }) { part { id } parts { id } } }',
      ),
    ).toEqual({
      data: {
        createPage: {
          part: { id: expect.any(String) },
          parts: [{ id: expect.any(String) }, { id: expect.any(String) }],
        },
      },
    });
    const { data } = await ask('{ __type(name: "PageInput") { inputFields { type { name } } } }');
    expect(data.__type.inputFields).toContainEqual({ type: { name: 'ComponentSharedPartInput' } });
  } finally {
    await app.close();
  }
});
