// Compares a value with a JSON Schema: the keywords that the OpenAPI document uses. It knows no formats.
import { resolved } from '../../../conformance/read-only/from-openapi';
import { isObject } from '../../../conformance/read-only/learned-type';

type Schema = Readonly<Record<string, unknown>>;

/** The path of the first value that does not fit, or null. */
export function mismatch(document: unknown, given: unknown, value: unknown, path = '$'): string | null {
  const schema = resolved(document, given);
  if (!isObject(schema)) return schema === undefined ? `${path}: no schema` : null;
  const next = (other: unknown, at = path, inside = value): string | null =>
    mismatch(document, other, inside, at);
  for (const one of listOf(schema.allOf)) {
    const wrong = next(one);
    if (wrong !== null) return wrong;
  }
  const others = listOf(schema.anyOf ?? schema.oneOf);
  if (others.length > 0 && !others.some((one) => next(one) === null)) return `${path}: no alternative fits`;
  if ('const' in schema && schema.const !== value) return `${path}: not ${JSON.stringify(schema.const)}`;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return `${path}: not in enum`;
  const types = listOf([schema.type ?? []].flat()).map(String);
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return `${path}: not ${types.join(' or ')}`;
  if (
    typeof value === 'string' &&
    typeof schema.pattern === 'string' &&
    !new RegExp(schema.pattern).test(value)
  )
    return `${path}: does not match ${schema.pattern}`;
  const bound = BOUNDS.find(([word, of, isMet]) => {
    const size = of(value);
    return size !== null && typeof schema[word] === 'number' && !isMet(size, schema[word]);
  });
  if (bound) return `${path}: ${bound[0]} ${schema[bound[0]]}`;
  if (Array.isArray(value) && 'items' in schema)
    for (const [index, item] of value.entries()) {
      const wrong = next(schema.items, `${path}.${index}`, item);
      if (wrong !== null) return wrong;
    }
  return isObject(value) ? inObject(schema, value, path, next) : null;
}

const atLeast = (size: number, bound: number): boolean => size >= bound;
const atMost = (size: number, bound: number): boolean => size <= bound;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const characters = (value: unknown): number | null => (typeof value === 'string' ? [...value].length : null);
const items = (value: unknown): number | null => (Array.isArray(value) ? value.length : null);
const BOUNDS = [
  ['minimum', number, atLeast],
  ['maximum', number, atMost],
  ['minLength', characters, atLeast],
  ['maxLength', characters, atMost],
  ['minItems', items, atLeast],
  ['maxItems', items, atMost],
] as const;

function inObject(
  schema: Schema,
  value: Schema,
  path: string,
  next: (schema: unknown, at: string, inside: unknown) => string | null,
): string | null {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const missing = listOf(schema.required).find((key) => !Object.hasOwn(value, String(key)));
  if (missing !== undefined) return `${path}: lacks ${missing}`;
  for (const [key, item] of Object.entries(value)) {
    const own = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties;
    if (own === false) return `${path}: has ${key}`;
    const wrong = isObject(own) ? next(own, `${path}.${key}`, item) : null;
    if (wrong !== null) return wrong;
  }
  return null;
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
