// Checks of the parts that plugins register: objects with functions. The members of a part may stand in its class.
import type { Check, Issue, Path } from './check';
import { anyOf, callable, nearest, oneOf, type Shape, unknownKey } from './checks';

const shown = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : value === undefined ? 'nothing' : JSON.stringify(value);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

interface PartRule {
  /** Other keys are allowed, except those that resemble a known one: a module may export more than its part. */
  readonly open?: boolean;
  /** Written after "is required and missing", by key. */
  readonly missing?: Readonly<Record<string, string>>;
}

/** An object with these members. An instance of a class may have more members; a plain object may not. */
export function part<S extends Shape>(
  shape: S,
  { open = false, missing = {} }: PartRule = {},
): Check<unknown> {
  const known = Object.keys(shape);
  return {
    schema: {},
    parse(input, path, issues) {
      if (!isObject(input) || Array.isArray(input)) {
        issues.push({ path, message: `expected an object, got ${shown(input)}`, value: input });
        return input;
      }
      for (const [key, check] of Object.entries(shape)) {
        const member: unknown = Reflect.get(input, key);
        if (member !== undefined) check.parse(member, [...path, key], issues);
        else if (!check.absent)
          issues.push({ path: [...path, key], message: `is required and missing${missing[key] ?? ''}` });
      }
      const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(input));
      for (const key of Object.keys(input))
        if (!known.includes(key) && ((isPlain && !open) || nearest(key, known) !== undefined))
          issues.push({ path: [...path, key], message: unknownKey(key, known) });
      return input;
    },
  };
}

/** The member `by` decides which check a part needs: `kind` of an attribute type. */
export function variants(by: string, checks: Readonly<Record<string, Check<unknown>>>): Check<unknown> {
  const names = Object.keys(checks);
  const word = oneOf(...names);
  return {
    schema: {},
    parse(input, path, issues) {
      const name: unknown = isObject(input) ? Reflect.get(input, by) : undefined;
      const check = typeof name === 'string' && Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (check) check.parse(input, path, issues);
      else if (isObject(input)) word.parse(name, [...path, by], issues);
      else part({}).parse(input, path, issues);
      return input;
    },
  };
}

export const nullable = (check: Check<unknown>): Check<unknown> => ({
  schema: {},
  parse: (input, path, issues) => (input === null ? null : check.parse(input, path, issues)),
});

/** A check, as `check.object` makes one. */
export const aCheck: Check<unknown> = {
  schema: {},
  parse(input, path, issues) {
    if (!isObject(input) || typeof Reflect.get(input, 'parse') !== 'function')
      issues.push({ path, message: `expected a check, such as check.object({ … }), got ${shown(input)}` });
    return input;
  },
};

/** A registered name, the name with a configuration, or a function. */
export const reference: Check<unknown> = anyOf(
  'a registered name, { name, config }, or a function',
  { schema: {}, parse: nameIn },
  part({
    name: { schema: {}, parse: nameIn },
    config: { schema: {}, parse: (input) => input, absent: { value: undefined } },
  }),
  callable(),
);

function nameIn(input: unknown, path: Path, issues: Issue[]): unknown {
  if (typeof input !== 'string' || input === '') issues.push({ path, message: 'expected a name' });
  return input;
}
