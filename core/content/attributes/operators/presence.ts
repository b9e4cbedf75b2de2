// `$null` and `$notNull`.

import { sql } from '../../../database/sql-dialect';
import { EVERY_KIND, type FlagOperator } from '../filter-operator';

const facts = { takes: 'none', on: EVERY_KIND, graphql: 'Boolean', openapi: { type: 'boolean' } } as const;

export const IS_NULL: FlagOperator = {
  ...facts,
  name: '$null',
  description: 'Without a value',
  opposite: '$notNull',
  sql: ({ stored }) => sql`${stored} IS NULL`,
};

export const IS_NOT_NULL: FlagOperator = {
  ...facts,
  name: '$notNull',
  description: 'With a value',
  opposite: '$null',
  negative: true,
  sql: ({ stored }) => sql`${stored} IS NOT NULL`,
};
