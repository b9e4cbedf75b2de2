// `$eq`, `$ne`, and the two that ignore letter case.

import { sql } from '../../../database/sql-dialect';
import { EVERY_KIND, type OneValueOperator } from '../filter-operator';
import { TEXT_KINDS } from './text-match';

const equality = (name: OneValueOperator['name'], sign: '=' | '<>', ignoresCase: boolean) =>
  ({
    name,
    description: `${sign === '=' ? 'Equal' : 'Not equal'} to a value${ignoresCase ? ', in any letter case' : ''}`,
    takes: 'one',
    on: ignoresCase ? TEXT_KINDS : EVERY_KIND.filter((kind) => kind !== 'list'),
    value: ignoresCase ? 'text' : 'own',
    ...(ignoresCase ? { ignoresCase: true } : {}),
    takesNull: true,
    ...(sign === '<>' ? { negative: true } : {}),
    sql({ dialect, stored, value }) {
      if (!ignoresCase) return sql`${stored} ${sign} ${value}`;
      const equals = dialect.textMatch('equals', stored, value);
      return sign === '=' ? equals : sql`NOT (${equals})`;
    },
    graphql: ignoresCase ? 'String' : null,
    openapi: {},
  }) satisfies OneValueOperator;

export const EQUAL: OneValueOperator = equality('$eq', '=', false);
export const NOT_EQUAL: OneValueOperator = equality('$ne', '<>', false);
export const EQUAL_IN_ANY_CASE: OneValueOperator = equality('$eqi', '=', true);
export const NOT_EQUAL_IN_ANY_CASE: OneValueOperator = equality('$nei', '<>', true);
