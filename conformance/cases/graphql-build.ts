// Short functions for GraphQL cases.
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
export const fails = (query: string, status: Expectation['status'] = 'any'): Step =>
  ask(query, { status, body: { errors: is.list } });
/** The plains of this case. */
export const MINE = 'mail: { eq: "{mark}@conform.test" }';

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
