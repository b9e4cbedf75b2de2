// Every operation that is valid in the recorded schema is valid here. Its types, fields, arguments and enumeration values exist, with
// compatible types. Each difference is listed with its decision.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildClientSchema,
  buildSchema,
  findBreakingChanges,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  printSchema,
} from 'graphql';
import { allTypes, type FixtureApp, openFixture } from './fixture';

/** Breaking changes by a pattern of their description, and why they are wanted. */
const DIFFERENCES: readonly (readonly [pattern: RegExp, decision: string])[] = [
  [/reviewWorkflows/i, 'The product has no review workflows.'],
  [/\.(secret|pass) /, 'Passwords are never returned or filtered.'],
  [
    /^Strictdoc.(cat|cover) changed type/,
    'A required relation may point at a document that the caller cannot see, or at a deleted file.',
  ],
  [/^UploadFile.related/, 'A file does not list the documents that use it.'],
  [/GenericMorph/, 'The union holds documents; components are no targets of relations.'],
];
const RECORDED = join(process.cwd(), 'plugins/graphql/tests/recorded-schema.graphql');

let app: FixtureApp;
let schema: GraphQLSchema;
let changes: string[];
beforeAll(async () => {
  app = await openFixture([], allTypes);
  const { body } = await app.agent.post('/graphql').send({ query: getIntrospectionQuery() });
  schema = buildClientSchema((body as { data: IntrospectionQuery }).data);
  const recorded = buildSchema(readFileSync(RECORDED, 'utf8'));
  changes = findBreakingChanges(recorded, schema).map(({ description }) => description);
});
afterAll(() => app.close());

it('is valid, although graphql does not check what is generated', () => {
  expect(() => buildSchema(printSchema(schema))).not.toThrow();
});

it('breaks nothing of the recorded schema but what a decision names', () => {
  expect(changes.filter((change) => !DIFFERENCES.some(([pattern]) => pattern.test(change)))).toEqual([]);
});

it('has no decision without a difference', () => {
  for (const [pattern] of DIFFERENCES) expect(changes.some((change) => pattern.test(change))).toBe(true);
});
