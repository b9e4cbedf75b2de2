// Secrets in values that callers read and replace: an answer has none, and a body without them keeps those that are stored.
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

/** An absent secret is the stored one. In a list an absent secret stays absent, because an entry may have moved. */
export function withStoredSecrets(input: unknown, stored: unknown, schema: unknown): unknown {
  if (!isPlainObject(input) || !isPlainObject(stored)) return input;
  const choices = choicesOf(schema);
  const kept = Object.entries(stored).flatMap(([key, one]): [string, unknown][] => {
    const member = memberOf(choices, key);
    const given = Object.hasOwn(input, key) ? input[key] : undefined;
    if (given !== undefined) return isSecret(member) ? [] : [[key, withStoredSecrets(given, one, member)]];
    return isSecret(member) && one !== undefined ? [[key, one]] : [];
  });
  return { ...input, ...Object.fromEntries(kept) };
}

/** The schemas of one key, in all choices. */
const memberOf = (choices: readonly JsonSchema[], key: string): JsonSchema => ({
  allOf: choices.map(({ properties, additionalProperties }) =>
    isPlainObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties,
  ),
});
