// Contracts of routes name a content type by its uid: `{ $ref: 'plugin::upload.file' }`. The document contains its schema in this place.
// With `properties` beside the `$ref`, the schema has these properties too.
import { check, type JsonSchema, type Schema } from '../../core';
import { modelName, reference } from './schema-names';

/** `models`: the schemas of the document, by name. */
export function withNamedTypes(
  given: JsonSchema,
  schema: Schema,
  models: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (!check.isPlainObject(value)) return value;
    const { $ref, ...others } = value;
    const type = typeof $ref === 'string' ? schema.types.get($ref) : undefined;
    if (!type) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]));
    const name = modelName(type);
    const { properties } = others;
    if (!check.isPlainObject(properties)) return reference(name);
    const own = models[name]?.properties;
    return { ...models[name], properties: { ...(check.isPlainObject(own) ? own : {}), ...properties } };
  };
  return resolved(given) as JsonSchema;
}
