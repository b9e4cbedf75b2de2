// Cases of the size of one GraphQL operation: aliases of a field, and fields of introspections, in each place where they may stand.
import { check, named, plain } from '../build';
import type { Case, Step } from '../case';
import { ask, MINE, row } from '../graphql-build';
import { is } from '../pattern';

/** The default of `graphql.maxAliases`. */
const MOST_ALIASES = 100;
const aliases = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `a${from + index}: n`).join(' ');
const PLAIN = 'plain(documentId: "{a.documentId}")';
/** Two parts of one selection, in each place where a selection may stand. */
const PLACES: readonly ((one: string, other: string) => string)[] = [
  (one, other) => `{ ${PLAIN} { ${one} ${other} } }`,
  (one, other) => `{ plains(pagination: { limit: 1 }) { n } two: ${PLAIN} { ${one} ${other} } }`,
  (one, other) => `{ ${PLAIN} { ${one} ... on Plain { ${other} } } }`,
  (one, other) =>
    `{ ${PLAIN} { ...A ...B } } fragment A on Plain { ${one} } fragment B on Plain { ${other} }`,
  (one, other) => `{ ${PLAIN} { ${one} } ${PLAIN} { ${other} } }`,
  (one, other) => `{ plains_connection(filters: { ${MINE} }) { nodes { ${one} ${other} } } }`,
  (one, other) => `{ plains(filters: { ${MINE} }) { group { plains { ${one} ${other} } } } }`,
  (one, other) =>
    `mutation { updatePlain(documentId: "{a.documentId}", data: { n: 1 }) { group { plains { ${one} ${other} } } } }`,
];
const tooLarge = (query: string, key: string): Step =>
  ask(query, {
    status: 400,
    body: { errors: [{ message: is.matching(key), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
  });
/** For a schema with 100 types, each name adds 10,000 fields to the estimate. */
const SCHEMA = (names: number): string =>
  `{ types { fields { type { fields { ${Array.from({ length: names }, (_, index) => `a${index}: name`).join(' ')} } } } } }`;
const INTROSPECTIONS: readonly ((schema: string) => string)[] = [
  (schema) => `{ __schema ${schema} }`,
  (schema) => `{ __typename ${PLAIN} { n } two: __schema ${schema} }`,
  (schema) => `{ ... on Query { __schema ${schema} } }`,
  (schema) => `{ ...A } fragment A on Query { one: __schema ${schema} }`,
];

export const quireGraphqlSizeCases: readonly Case[] = [
  check(
    row('operation-size'),
    { g: named('/groups'), a: plain({ n: 1, group: '{g.documentId}' }) },
    PLACES.flatMap((place) => [
      ask(place(aliases(MOST_ALIASES - 40), aliases(40, 60)), { status: 200, body: { errors: is.absent } }),
      tooLarge(place(aliases(MOST_ALIASES - 40), aliases(41, 60)), 'maxAliases'),
    ]),
    { name: 'aliases' },
  ),
  check(
    row('operation-size'),
    { a: plain() },
    INTROSPECTIONS.flatMap((place) => [
      ask(place(SCHEMA(1)), { status: 200, body: { errors: is.absent } }),
      tooLarge(place(SCHEMA(60)), 'maxIntrospectionFields'),
    ]),
    { name: 'introspections' },
  ),
];
