// Checks the axes that plugins add. compiled/axis-kind.ts checks their kinds.
import { type Issue, runCheck } from '../../../kernel/check/check';
import { array, boolean, callable, integer, oneOf, optional, string } from '../../../kernel/check/checks';
import { part, variants } from '../../../kernel/check/part';
import type { AxisDefinition } from '../compiled/axis';

const text = string({ min: 1 });
const fn = callable();

const axisCheck = part({
  name: text,
  column: text,
  kind: optional(string()),
  store: variants('kind', {
    text: part({ kind: text, length: integer({ min: 1, max: 255 }) }),
    enum: part({ kind: text, values: array(text, { min: 1, distinct: true }) }),
  }),
  base: fn,
  defaultValue: fn,
  defaultBinding: optional(fn),
  any: boolean(),
  outputKey: optional(text),
  pin: oneOf('select', 'restrict'),
  permission: optional(fn),
  working: optional(text),
});

export function axisIssues(axis: AxisDefinition, isShared: unknown): readonly Issue[] {
  const { issues } = runCheck(axisCheck, axis);
  if (typeof isShared !== 'function')
    issues.push({ path: ['isShared'], message: 'expected a function (name, definition) => boolean' });
  if (issues.length === 0) issues.push(...valueIssues(axis, 'base'), ...valueIssues(axis, 'defaultValue'));
  return issues;
}

/** Startup has no request, so a value that depends on a request is missing now. */
function valueIssues(axis: AxisDefinition, key: 'base' | 'defaultValue'): Issue[] {
  const fail = (message: string): Issue[] => [{ path: [key], message: `${message}; ${REMEDY}` }];
  if (axis[key].length > 0) return fail('takes an argument, and it gets none');
  let value: unknown;
  try {
    value = axis[key]();
  } catch (error) {
    return fail(`throws "${error instanceof Error ? error.message : String(error)}" at startup`);
  }
  if (typeof value !== 'string' || value === '') return fail(`returns ${String(value)} at startup`);
  return [];
}

const REMEDY =
  'the value must be a text and the same for every request; for values of a request, tap query.transform and documents.prepare';
