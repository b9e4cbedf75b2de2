// Secrets in values that callers read and replace: an answer has none, and a body without them keeps those that are stored.
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../check/check';
import { isPlainObject } from '../check/checks';
import { choicesOf } from './shown-setting';

/** Also a list of secrets, and a record of them. */
export const isSecret = (schema: unknown): boolean =>
  choicesOf(schema).some(
    (each) => each.writeOnly === true || isSecret(each.items) || isSecret(each.additionalProperties),
  );

export function withoutSecrets(value: unknown, schema: unknown): unknown {
  const choices = choicesOf(schema);
  if (Array.isArray(value))
    return value.map((one) => withoutSecrets(one, { allOf: choices.map(({ items }) => items) }));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const member = memberOf(choices, key);
      return isSecret(member) ? [] : [[key, withoutSecrets(one, member)]];
    }),
  );
}

/**
 * An absent secret is the stored one. An entry of a changed list may have moved, so its absent secret stays absent. An absent object
 * keeps its secrets if it has a default; without one, the caller has removed it.
 */
export function withStoredSecrets(input: unknown, stored: unknown, schema: unknown): unknown {
  if (Array.isArray(input)) return isAnswer(input, stored, schema) ? stored : input;
  if (!isPlainObject(input) || !isPlainObject(stored)) return input;
  const choices = choicesOf(schema);
  const kept = Object.entries(stored).flatMap(([key, one]): [string, unknown][] => {
    const member = memberOf(choices, key);
    const given = Object.hasOwn(input, key) ? input[key] : undefined;
    if (isSecret(member)) return given === undefined && one !== undefined ? [[key, one]] : [];
    if (given !== undefined) return [[key, withStoredSecrets(given, one, member)]];
    if (!choicesOf(member).some((each) => each.default !== undefined)) return [];
    const secrets = withStoredSecrets({}, one, member);
    return isPlainObject(one) && Object.keys(secrets as object).length > 0 ? [[key, secrets]] : [];
  });
  return { ...input, ...Object.fromEntries(kept) };
}

/** Is the value what an answer shows of the stored one? */
const isAnswer = (value: unknown, stored: unknown, schema: unknown): boolean =>
  isDeepStrictEqual(value, JSON.parse(JSON.stringify(withoutSecrets(stored, schema) ?? null)));

/** The schemas of one key, in all choices. */
const memberOf = (choices: readonly JsonSchema[], key: string): JsonSchema => ({
  allOf: choices.map(({ properties, additionalProperties }) =>
    isPlainObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties,
  ),
});
