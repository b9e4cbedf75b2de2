// Short words for GraphQL cases.
import { check } from './build';
import type { Case, Expectation, Given, Step } from './case';
import { is, type Pattern } from './pattern';

export const ask = (query: string, expect: Expectation, more: Partial<Step> = {}): Step => ({
  send: 'POST',
  from: 'root',
  path: '{graphql}',
  body: { query },
  expect,
  ...more,
});
/** Answered without errors, with this data. */
export const gives = (query: string, data: Pattern, more: Partial<Step> = {}): Step =>
  ask(query, { status: 200, body: { errors: is.absent, data } }, more);
export const fails = (query: string, status: Expectation['status'] = 'any'): Step =>
  ask(query, { status, body: { errors: is.list } });
/** The plains of this case. */
export const MINE = 'mail: { eq: "{mark}@conform.test" }';

export const asked = (
  rows: string | readonly string[],
  given: Readonly<Record<string, Given>>,
  steps: readonly Step[],
  more: Partial<Case> = {},
): Case => check(rows, given, steps, more);

/** A type of the schema, with what a case wants to know of it. */
export const typeIs = (name: string, fields: string, expect: Pattern): Step =>
  gives(`{ __type(name: "${name}") { ${fields} } }`, { __type: expect });
