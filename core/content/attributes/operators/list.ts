// `$in` and `$notIn`.

import { sql } from '../../../database/sql-dialect';
import { EVERY_KIND, type ListOperator } from '../filter-operator';

const facts = {
  takes: 'list',
  on: EVERY_KIND.filter((kind) => kind !== 'list'),
  value: 'own',
  graphql: null,
  openapi: { type: 'array' },
} as const;

export const IN: ListOperator = {
  ...facts,
  name: '$in',
  description: 'Equal to one of the values',
  sql: ({ isListed }) => isListed,
};

export const NOT_IN: ListOperator = {
  ...facts,
  name: '$notIn',
  description: 'Equal to none of the values',
  negative: true,
  sql: ({ isListed }) => sql`NOT (${isListed})`,
};
