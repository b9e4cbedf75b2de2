// The combinators. Each message names the expected and the actual value.
import type { Check, Infer, Issue, JsonSchema, Path } from './check';

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function wrong<T>(
  expected: string,
  input: unknown,
  path: Path,
  issues: Issue[],
  fallback: T,
  remedy = '',
): T {
  issues.push({ path, message: `expected ${expected}, got ${show(input)}${remedy}`, value: input });
  return fallback;
}

function didYouMean(word: unknown, known: readonly unknown[]): string {
  const words = known.filter((one) => typeof one === 'string');
  const near = typeof word === 'string' && words.length > 1 ? nearest(word, words) : undefined;
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

export function string(
  rule: { min?: number; max?: number; pattern?: RegExp; expected?: string; schema?: JsonSchema } = {},
): Check<string> {
  const expected = rule.expected ?? (rule.min ? 'a non-empty string' : 'a string');
  return {
    parse(input, path, issues) {
      if (typeof input !== 'string') return wrong(expected, input, path, issues, '');
      const isWrong =
        input.length < (rule.min ?? 0) ||
        input.length > (rule.max ?? Number.POSITIVE_INFINITY) ||
        (rule.pattern !== undefined && !rule.pattern.test(input));
      return isWrong ? wrong(expected, input, path, issues, input) : input;
    },
    schema: {
      type: 'string',
      ...(rule.min === undefined ? {} : { minLength: rule.min }),
      ...(rule.max === undefined ? {} : { maxLength: rule.max }),
      ...(rule.pattern === undefined ? {} : { pattern: rule.pattern.source }),
      ...rule.schema,
    },
  };
}

export function number(
  rule: { min?: number; max?: number; integer?: boolean; expected?: string } = {},
): Check<number> {
  const kind = rule.integer ? 'a whole number' : 'a number';
  const range =
    rule.min !== undefined && rule.max !== undefined
      ? ` between ${rule.min} and ${rule.max}`
      : rule.min !== undefined
        ? ` of at least ${rule.min}`
        : rule.max !== undefined
          ? ` of at most ${rule.max}`
          : '';
  const expected = rule.expected ?? kind + range;
  return {
    parse(input, path, issues) {
      const fits =
        typeof input === 'number' &&
        Number.isFinite(input) &&
        (!rule.integer || Number.isSafeInteger(input)) &&
        input >= (rule.min ?? Number.NEGATIVE_INFINITY) &&
        input <= (rule.max ?? Number.POSITIVE_INFINITY);
      return fits ? input : wrong(expected, input, path, issues, 0);
    },
    schema: {
      type: rule.integer ? 'integer' : 'number',
      ...(rule.min === undefined ? {} : { minimum: rule.min }),
      ...(rule.max === undefined ? {} : { maximum: rule.max }),
    },
  };
}

export const integer = (rule: { min?: number; max?: number; expected?: string } = {}): Check<number> =>
  number({ ...rule, integer: true });

export function boolean(): Check<boolean> {
  return {
    parse: (input, path, issues) =>
      typeof input === 'boolean' ? input : wrong('true or false', input, path, issues, false),
    schema: { type: 'boolean' },
  };
}

export function oneOf<const V extends readonly (string | number | boolean | null)[]>(
  ...values: V
): Check<V[number]> {
  const expected = values.length === 1 ? show(values[0]) : `one of ${values.map(show).join(', ')}`;
  return {
    parse: (input, path, issues) =>
      (values as readonly unknown[]).includes(input)
        ? (input as V[number])
        : wrong(expected, input, path, issues, values[0] as V[number], didYouMean(input, values)),
    schema: { enum: values },
  };
}

export function array<T>(
  of: Check<T>,
  rule: { min?: number; max?: number; distinct?: boolean } = {},
): Check<T[]> {
  return {
    parse(input, path, issues) {
      if (!Array.isArray(input)) return wrong('a list', input, path, issues, []);
      if (input.length < (rule.min ?? 0))
        return wrong(`a list of at least ${rule.min}`, input, path, issues, []);
      if (input.length > (rule.max ?? Number.POSITIVE_INFINITY))
        return wrong(`a list of at most ${rule.max}`, input, path, issues, []);
      if (rule.distinct && new Set(input).size < input.length)
        return wrong('a list without repeated values', input, path, issues, []);
      return input.map((item, index) => of.parse(item, [...path, index], issues));
    },
    schema: {
      type: 'array',
      items: of.schema,
      ...(rule.min === undefined ? {} : { minItems: rule.min }),
      ...(rule.max === undefined ? {} : { maxItems: rule.max }),
      ...(rule.distinct ? { uniqueItems: true } : {}),
    },
  };
}

/** An absent key has the value `fallback`, or none. */
export function optional<T>(check: Check<T>): Check<T | undefined>;
export function optional<T>(check: Check<T>, fallback: T): Check<T>;
export function optional<T>(check: Check<T>, fallback?: T): Check<T | undefined> {
  return {
    parse: (input, path, issues) => (input === undefined ? fallback : check.parse(input, path, issues)),
    schema: fallback === undefined ? check.schema : { ...check.schema, default: fallback },
    absent: { value: fallback },
  };
}

export type Shape = { readonly [key: string]: Check<unknown> };
export type ShapeValue<S extends Shape> = { [K in keyof S]: Infer<S[K]> };

/** An object with these keys; `open` ignores other keys. */
export function object<S extends Shape>(
  shape: S,
  rule: { open?: boolean; title?: string } = {},
): Check<ShapeValue<S>> {
  const keys = Object.keys(shape);
  const required = keys.filter((key) => shape[key]?.absent === undefined);
  return {
    parse(input, path, issues) {
      const value: Record<string, unknown> = {};
      if (!isPlainObject(input)) return wrong('an object', input, path, issues, value as ShapeValue<S>);
      for (const key of keys) {
        const check = shape[key] as Check<unknown>;
        const given = Object.hasOwn(input, key) ? input[key] : undefined;
        if (given === undefined) {
          if (check.absent) value[key] = check.absent.value;
          else issues.push({ path: [...path, key], message: 'is required and missing' });
        } else value[key] = check.parse(given, [...path, key], issues);
      }
      if (!rule.open)
        for (const key of Object.keys(input))
          if (!Object.hasOwn(shape, key))
            issues.push({ path: [...path, key], message: unknownKey(key, keys) });
      return value as ShapeValue<S>;
    },
    schema: {
      ...(rule.title ? { title: rule.title } : {}),
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, shape[key]?.schema])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: rule.open === true,
    },
  };
}

export function record<T>(
  of: Check<T>,
  rule: { key?: RegExp; expectedKey?: string } = {},
): Check<Record<string, T>> {
  return {
    parse(input, path, issues) {
      if (!isPlainObject(input)) return wrong('an object', input, path, issues, {});
      const value: Record<string, T> = {};
      for (const [key, item] of Object.entries(input)) {
        if (rule.key && !rule.key.test(key))
          issues.push({
            path: [...path, key],
            message: `expected ${rule.expectedKey ?? `a key like ${rule.key.source}`}`,
          });
        value[key] = of.parse(item, [...path, key], issues);
      }
      return value;
    },
    schema: {
      type: 'object',
      additionalProperties: of.schema,
      ...(rule.key ? { propertyNames: { pattern: rule.key.source } } : {}),
    },
  };
}

/** The first check without a mistake wins; otherwise one issue with `expected`. */
export function anyOf<C extends readonly Check<unknown>[]>(
  expected: string,
  ...checks: C
): Check<Infer<C[number]>> {
  return {
    parse(input, path, issues) {
      for (const check of checks) {
        const own: Issue[] = [];
        const value = check.parse(input, path, own);
        if (own.length === 0) return value as Infer<C[number]>;
      }
      return wrong(expected, input, path, issues, input as Infer<C[number]>);
    },
    schema: { anyOf: checks.map((check) => check.schema) },
  };
}

/** `schema` is shown, and not checked. In contracts of routes, `{ $ref: uid }` names a content type. */
export function anything(schema: JsonSchema = {}): Check<unknown> {
  return { parse: (input) => input, schema };
}

export function callable<F extends (...args: never[]) => unknown>(expected = 'a function'): Check<F> {
  return {
    parse: (input, path, issues) =>
      typeof input === 'function'
        ? (input as F)
        : wrong(expected, input, path, issues, (() => undefined) as unknown as F),
    schema: {},
  };
}

export function isPlainObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** `unknown key "titel"; did you mean "title"?` */
export function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  if (near) return `unknown key "${key}"; did you mean "${near}"?`;
  return `unknown key "${key}"; known here: ${known.join(', ') || 'none'}`;
}

export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
