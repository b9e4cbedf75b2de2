// Names of the schema: clashes stop startup and name the place; enumerations may have the words of GraphQL as values.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp } from '../../../core/testing';

const type = (
  name: string,
  attributes: Readonly<Record<string, object>> = { title: { type: 'string' } },
) => ({
  kind: 'collectionType' as const,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes: attributes as never,
});
const start = (...contentTypes: ContentTypeDefinition[]) =>
  createTestApp({
    contentTypes,
    config: {
      plugins: { rest: true, graphql: true },
      server: { anonymous: 'full', logs: { level: 'silent' } },
    },
  });
const itself = { type: 'relation', relation: 'manyToMany', target: 'api::a.a' };

it.each<[title: string, types: ReturnType<typeof type>[], message: RegExp]>([
  ['a type with the name of an input', [type('article'), type('article-input')], /ArticleInput: two types/],
  ['a type with the name of a part of every schema', [type('error')], /Error: two types/],
  ['a type called query', [type('query')], /Query: two types/],
  ['a type called int', [type('int')], /Int: two types/],
  [
    'an attribute with the name of a connection',
    [type('a', { b: itself, b_connection: { type: 'string' } })],
    /A\.b_connection: two fields/,
  ],
  ['an attribute with the name of a filter', [type('a', { and: { type: 'string' } })], /A\.and: two filters/],
  [
    'an attribute with the name of an input',
    [type('a', { b: itself, b_relation: { type: 'string' } })],
    /A\.b_relation: two inputs/,
  ],
])('%s stops startup', async (_title, types, message) => {
  await expect(start(...types).then((app) => app.close())).rejects.toThrow(message);
});

it('a type with the name of a query of a plugin stops startup', async () => {
  const plugins = { rest: true, graphql: true, 'users-permissions': true };
  const config = { plugins, server: { logs: { level: 'silent' as const } } };
  const started = createTestApp({ contentTypes: [type('me')], config }).then((app) => app.close());
  await expect(started).rejects.toThrow(/Query\.me: two queries/);
});

it('values of enumerations may be words of GraphQL', async () => {
  const app = await start(type('a', { kind: { type: 'enumeration', enum: ['true', 'null', 'x'] } }));
  const write = 'mutation { createA(data: { kind: _null }) { kind } }';
  expect((await app.agent.post('/graphql').send({ query: write })).body).toEqual({
    data: { createA: { kind: '_null' } },
  });
  const read = '{ as(filters: { kind: { eq: "null" } }) { kind } }';
  expect((await app.agent.post('/graphql').send({ query: read })).body).toEqual({
    data: { as: [{ kind: '_null' }] },
  });
  await app.close();
});

it('a single type may have attributes with the words of filters: it has no filters', async () => {
  const attributes = { and: { type: 'string' }, or: { type: 'string' }, not: { type: 'string' } };
  const app = await start({ ...type('home', attributes), kind: 'singleType' });
  const write = 'mutation { updateHome(data: { and: "a", not: "n" }) { and or not } }';
  expect((await app.agent.post('/graphql').send({ query: write })).body).toEqual({
    data: { updateHome: { and: 'a', or: null, not: 'n' } },
  });
  await app.close();
});
