// Introspection is answered in one turn of the event loop: its cost is checked before.
import { getIntrospectionQuery } from 'graphql';
import { createTestApp, type TestApp } from '../../../core/testing';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'note', pluralName: 'notes' }, attributes: { text: { type: 'text' } } },
    ],
    config: { plugins: { graphql: true }, server: { anonymous: 'full', logs: { level: 'silent' } } },
  });
});
afterAll(() => app.close());
const ask = (query: string) => app.agent.post('/graphql').send({ query });

/** GraphiQL, GraphQL Code Generator, Apollo and others send one of these. */
it.each([
  {},
  { descriptions: false },
  { schemaDescription: true, specifiedByUrl: true, directiveIsRepeatable: true, inputValueDeprecation: true },
])('answers the introspection of a client with %j', async (options) => {
  const { status, body } = await ask(getIntrospectionQuery(options));
  expect(status).toBe(200);
  expect(body.errors).toBeUndefined();
  expect(body.data.__schema.types.length).toBeGreaterThan(10);
});

const whole = getIntrospectionQuery();
const fragments = whole.slice(whole.indexOf('fragment FullType'));
const repeated = (field: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

it.each([
  [
    'of the whole schema, again',
    `{ ${repeated('__schema { types { ...FullType } directives { name args { ...InputValue } } }', 50)} } ${fragments}`,
  ],
  ['of aliases of a list', `{ __schema { ${repeated('types { ...FullType }', 50)} } } ${fragments}`],
  [
    'of aliases of a name',
    `{ __schema { types { fields { args { ${repeated('name', 90)} type { ${repeated('name', 90)} ofType { ${repeated('name', 90)} } } } } } } }`,
  ],
  [
    'of one type, again',
    `{ ${repeated(`__type(name: "Query") { fields { type { fields { args { ${repeated('name', 60)} } } } } }`, 45)} }`,
  ],
])('refuses introspection %s', async (_case, query) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(body.errors[0].message).toContain('graphql.maxIntrospectionFields');
});
