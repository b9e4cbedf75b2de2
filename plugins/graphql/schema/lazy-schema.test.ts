// Types on demand: the schema equals the schema that graphql-js builds from the whole SDL. An operation builds only types that it names.
import { buildSchema, type GraphQLSchema, parse, printSchema, validate } from 'graphql';
import { type App, definePlugin } from '../../../core';
import type { GraphqlConfig } from '../config';
import { GraphqlExtension } from '../extension/extension';
import { allTypes, type FixtureApp, openFixture } from '../tests/fixture';
import { type Definition, writeSdl } from './definition';
import { describeSchema } from './describe-schema';
import { lazySchema } from './lazy-schema';

let fixture: FixtureApp;
let app: App;
beforeAll(async () => {
  const keepsApp = definePlugin({
    name: 'keeps-app',
    register(own) {
      app = own;
    },
  });
  fixture = await openFixture([], { ...allTypes, plugins: [keepsApp] });
});
afterAll(() => fixture.close());

const describeFixture = (v4CompatibilityMode = false) =>
  describeSchema(
    app,
    { shadowCRUD: true, subscriptions: true, v4CompatibilityMode } as GraphqlConfig,
    new GraphqlExtension(),
  );

const withoutResolvers = { of: () => new Map(), made: new Set<unknown>() };

it.each([false, true])('prints what graphql-js builds; v4CompatibilityMode: %s', (isV4) => {
  const described = describeFixture(isV4);
  const typeDefs = described.typeDefs.map(({ value }) => value);
  const whole = buildSchema([writeSdl(described.definitions), ...typeDefs].join('\n'));
  expect(printSchema(lazySchema(described, withoutResolvers))).toBe(printSchema(whole));
});

it('writes only the fields of the types that an operation names', () => {
  const described = describeFixture();
  const written: string[] = [];
  const definitions = described.definitions.map(
    (definition): Definition => ({
      ...definition,
      body() {
        written.push(definition.name);
        return definition.body();
      },
    }),
  );
  const schema: GraphQLSchema = lazySchema({ ...described, definitions }, withoutResolvers);
  const errors = validate(schema, parse('{ articles { title category { name } } }'));
  expect(errors).toEqual([]);
  expect(written).toContain('Article');
  expect(written).toContain('Category');
  const expected = [
    'Query',
    'Article',
    'Category',
    'PaginationArg',
    'PublicationStatus',
    'PublicationFilter',
    'ENUM_ARTICLE_KIND',
  ];
  expect(written.filter((name) => !expected.includes(name))).toEqual([]);
});
