// The arguments of a field belong to one request. When a plugin changes them, other requests stay unchanged.
import { type AnyPlugin, definePlugin, type RouteDefinition } from '../../../core';
import { createTestApp } from '../../../core/testing';

interface Given {
  readonly names: string[];
}

const echo: RouteDefinition = {
  method: 'POST',
  path: '/echo',
  summary: 'Returns the body',
  action: null,
  body: 'json',
  handler: (_request, { body }) => ({ status: 200, json: body }),
};

const echoing = definePlugin({
  name: 'echoing',
  register(app) {
    app.routes.add(echo);
    app.graphql.add({
      name: 'echo',
      description: 'Returns its arguments',
      typeDefs: `input EchoInput { names: [String!]! }
        type Echo { names: [String!]! }
        extend type Query { echo(given: EchoInput!): Echo }`,
      fields: {
        'Query.echo': {
          route: echo,
          input: ({ given }) => {
            const { names } = given as Given;
            names.push('added');
            return { body: { names } };
          },
        },
      },
    });
  },
});

it('the same text, sent again, gets the arguments that it has', async () => {
  const app = await createTestApp({
    plugins: [echoing as AnyPlugin],
    config: { plugins: { graphql: true }, server: { anonymous: 'full', logs: { level: 'silent' } } },
  });
  const ask = (body: object) => app.agent.post('/graphql').send(body);
  const literal = { query: '{ echo(given: { names: ["a"] }) { names } }' };
  const variable = {
    query: 'query($given: EchoInput!) { echo(given: $given) { names } }',
    variables: { given: { names: ['a'] } },
  };
  for (const body of [literal, literal, variable, variable])
    expect((await ask(body)).body).toEqual({ data: { echo: { names: ['a', 'added'] } } });
  await app.close();
});
