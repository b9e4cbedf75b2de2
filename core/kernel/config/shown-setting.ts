// A value of a configuration as people may see it: secrets in it are `[hidden]`. What its schema does not describe is hidden, too.
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../check/check';
import { isPlainObject } from '../check/checks';
import { HIDDEN } from '../errors/secret-names';
import { isSecretName, isSecretParent, type SecretWords, withoutCredentials } from './secret-setting';

/** undefined stays: there is no value. `path`: the keys that lead to the value. */
export function shownSetting(
  value: unknown,
  schema: JsonSchema | undefined,
  path: readonly string[],
  words: SecretWords,
): unknown {
  if (isNothing(value) || isDefault(value, schema)) return shown(value, [schema], '', words);
  if (path.slice(0, -1).some((name) => isSecretParent(name, value))) return HIDDEN;
  return shown(value, [schema], path.at(-1) ?? '', words);
}

/** A value has several schemas when it is one of several kinds. It must be no secret in any of them. */
function shown(
  value: unknown,
  schemas: readonly (JsonSchema | undefined)[],
  name: string,
  words: SecretWords,
): unknown {
  if (isNothing(value)) return value;
  const choices = schemas.flatMap(choicesOf);
  const fitting = choices.filter((each) => fits(value, each));
  if (choices.some((each) => isWriteOnly(each) && (fits(value, each) || !isDescribed(each)))) return HIDDEN;
  const isPublic = schemas.some((each) => isDefault(value, each));
  if (!isPublic && isSecretName(name, value, words)) return HIDDEN;
  if (fitting.length === 0) return HIDDEN;
  if (Array.isArray(value)) {
    const items = fitting.map((each) => schemaIn(each, 'items'));
    // `tokens: ['abc']` are secrets; in `tokens: [{ name }]` each key has a name.
    return value.map((one) => shown(one, items, isPublic || isPlainObject(one) ? '' : name, words));
  }
  if (!isPlainObject(value)) return typeof value === 'string' ? withoutCredentials(value) : printable(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!isPublic && isSecretParent(name, one)) return [key, HIDDEN];
      return [
        key,
        shown(
          one,
          fitting.map((each) => memberOf(each, key)),
          key,
          words,
        ),
      ];
    }),
  );
}

const memberOf = (schema: JsonSchema, key: string): JsonSchema | undefined =>
  schemaIn(schema, 'properties', key) ?? schemaIn(schema, 'additionalProperties');

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The default stands in the documentation. */
const isDefault = (value: unknown, schema: JsonSchema | undefined): boolean =>
  schema?.default !== undefined && isDeepStrictEqual(value, schema.default);

export const isWriteOnly = (schema: JsonSchema): boolean =>
  schema.writeOnly === true || schema.format === 'password';

const isDescribed = (schema: JsonSchema): boolean =>
  ['type', 'enum', 'const'].some((key) => schema[key] !== undefined);

/** A schema with the schemas that it combines. */
export const choicesOf = (schema: unknown): readonly JsonSchema[] =>
  isPlainObject(schema)
    ? [schema, ...[schema.anyOf, schema.oneOf, schema.allOf].flat().flatMap(choicesOf)]
    : [];

/** Does the schema describe values of this kind? */
function fits(value: unknown, { type, enum: values, const: only }: JsonSchema): boolean {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return (
    [type].flat().some((each) => each === kind || (each === 'integer' && kind === 'number')) ||
    (Array.isArray(values) && values.includes(value)) ||
    only === value
  );
}

function schemaIn(schema: JsonSchema, ...path: readonly string[]): JsonSchema | undefined {
  let found: unknown = schema;
  for (const step of path)
    found = isPlainObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return isPlainObject(found) ? found : undefined;
}

const printable = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? value : HIDDEN;
