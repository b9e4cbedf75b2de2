// A value of a configuration as people may see it: secrets in it are `[hidden]`. What its schema does not describe is hidden, too.
import type { JsonSchema } from '../check/check';
import { isPlainObject } from '../check/checks';
import { HIDDEN } from '../errors/secret-names';

export interface SecretWords {
  has(name: string): boolean;
}

const ENDS_LIKE_A_SECRET =
  /(secret|password|passphrase|private_?key|api_?key|access_?key|credentials?|token|salt)$/i;

/** undefined stays: there is no value. `name`: the last key. */
export function shownSetting(
  value: unknown,
  schema: JsonSchema | undefined,
  name: string,
  words: SecretWords,
): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (schema?.writeOnly === true || isSecretName(name, schema, words)) return HIDDEN;
  const fitting = fittingSchema(value, schema);
  if (fitting?.writeOnly === true) return HIDDEN;
  if (Array.isArray(value))
    return value.map((one) => shownSetting(one, schemaIn(fitting, 'items'), '', words));
  if (isPlainObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        shownSetting(
          one,
          schemaIn(fitting, 'properties', key) ?? schemaIn(fitting, 'additionalProperties'),
          key,
          words,
        ),
      ]),
    );
  if (!isDescribed(fitting)) return HIDDEN;
  return typeof value === 'string' ? withoutCredentials(value) : printable(value);
}

/** A text with a default is public: the default stands in the documentation. */
const isSecretName = (name: string, schema: JsonSchema | undefined, words: SecretWords): boolean =>
  schema?.default === undefined && (words.has(name) || ENDS_LIKE_A_SECRET.test(name));

const isDescribed = (schema: JsonSchema | undefined): boolean =>
  schema !== undefined && ['type', 'enum', 'const'].some((key) => schema[key] !== undefined);

/** Of several choices, the one for values of this kind. */
function fittingSchema(value: unknown, schema: JsonSchema | undefined): JsonSchema | undefined {
  const choices = schema?.anyOf ?? schema?.oneOf;
  if (!Array.isArray(choices)) return schema;
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return choices.find(
    (each): each is JsonSchema =>
      isPlainObject(each) &&
      (each.type === kind ||
        (each.type === 'integer' && kind === 'number') ||
        (Array.isArray(each.enum) && each.enum.includes(value)) ||
        each.const === value),
  );
}

function schemaIn(schema: JsonSchema | undefined, ...path: readonly string[]): JsonSchema | undefined {
  let found: unknown = schema;
  for (const step of path)
    found = isPlainObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return isPlainObject(found) ? found : undefined;
}

/** `redis://user:pass@host/0?key=1` → `redis://host/0`, with a mark. */
function withoutCredentials(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { protocol, host, pathname, username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '' ? text : `${protocol}//${HIDDEN}@${host}${pathname}`;
}

const printable = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? value : HIDDEN;
