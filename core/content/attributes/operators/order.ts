// `$lt`, `$lte`, `$gt`, `$gte`, `$between`: by number, by moment, and by code point for text.

import { sql } from '../../../database/sql-dialect';
import type { ComparedKind, OneValueOperator, PairOperator } from '../filter-operator';

const ORDERED: readonly ComparedKind[] = ['text', 'number', 'moment'];

const order = (name: OneValueOperator['name'], sign: string, description: string): OneValueOperator => ({
  name,
  description,
  takes: 'one',
  on: ORDERED,
  value: 'own',
  sql: ({ stored, value }) => sql`${stored} ${sign} ${value}`,
  graphql: null,
  openapi: {},
});

export const LESS = order('$lt', '<', 'Less than a value');
export const AT_MOST = order('$lte', '<=', 'Less than or equal to a value');
export const GREATER = order('$gt', '>', 'Greater than a value');
export const AT_LEAST = order('$gte', '>=', 'Greater than or equal to a value');

export const BETWEEN: PairOperator = {
  name: '$between',
  description: 'At least the first value and at most the second',
  takes: 'pair',
  on: ORDERED,
  value: 'own',
  sql: ({ stored, first, second }) => sql`(${stored} >= ${first} AND ${stored} <= ${second})`,
  graphql: null,
  openapi: { type: 'array', minItems: 2, maxItems: 2 },
};
