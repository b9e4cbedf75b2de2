// Short functions for GraphQL cases.
import { named, several } from './build';
import type { Expectation, Step } from './case';
import { is, type Pattern } from './pattern';

export const ask = (query: string, expect: Expectation, more: Partial<Step> = {}): Step => ({
  send: 'POST',
  from: 'root',
  path: '{graphql}',
  body: { query },
  expect,
  ...more,
});
/** The answer has this data and no errors. */
export const gives = (query: string, data: Pattern, more: Partial<Step> = {}): Step =>
  ask(query, { status: 200, body: { errors: is.absent, data } }, more);
export const withVariables = (
  query: string,
  variables: object,
  data: Pattern,
  more: Partial<Step> = {},
): Step => ({ ...gives(query, data, more), body: { query, variables } });
export const fails = (query: string, status: Expectation['status'] = 'any'): Step =>
  ask(query, { status, body: { errors: is.list } });
/** The operation runs; its first error has this code. */
export const refused = (query: string, code: string, details: Pattern = is.any, message = '.'): Step =>
  ask(query, {
    status: 200,
    body: { errors: [{ message: is.matching(message), extensions: { code, error: { details } } }] },
  });
/** The plains of this case. */
export const MINE = 'mail: { eq: "{mark}@conform.test" }';

/** Documents as a query of their names shows them. */
export const shown = (...all: string[]): { name: string }[] => all.map((name) => ({ name }));
export const LABELS = several(5, (index) => named('/labels', `l${index}`), 'l');
/** Our own decisions on GraphQL have these rows. */
export const row = (name: string): string => `quire.graphql.${name}`;

/** The parts of a schema type that cases look at. */
export const typeIs = (name: string, fields: string, expect: Pattern): Step =>
  gives(`{ __type(name: "${name}") { ${fields} } }`, { __type: expect });

/** A schema type has these fields and none of the others. */
export const fieldsAre = (
  present: readonly string[],
  absent: readonly string[],
  key: 'fields' | 'inputFields' = 'fields',
): Pattern => ({
  [key]: is.both(
    is.including(...present.map((name) => ({ name }))),
    is.each({ name: is.matching(`^(?!(${absent.join('|')})$)`) }),
  ),
});
