// Learns content types from an OpenAPI document: from its paths and the schemas of its answers.
import { isObject, type LearnedKind, type LearnedType } from './learned-type';

export function typesFromOpenapi(document: unknown, prefix: string): LearnedType[] {
  const paths = isObject(document) && isObject(document.paths) ? document.paths : {};
  return Object.keys(paths).flatMap((full) => {
    const path = full.startsWith(`${prefix}/`) ? full.slice(prefix.length + 1) : full.replace(/^\//, '');
    if (!/^[\w-]+$/.test(path)) return [];
    const operations = paths[full];
    if (!isObject(operations) || !isObject(operations.get)) return [];
    const data = dataSchema(document, operations.get);
    if (data === null) return [];
    const isList = data.type === 'array';
    const hasOne = Object.keys(paths).some((other) => new RegExp(`^${full}/\\{[^/]+\\}$`).test(other));
    if (isList !== hasOne || (!isList && !isObject(operations.put))) return [];
    const properties = propertiesOf(document, isList ? data.items : data);
    return properties === null
      ? []
      : [{ path, isSingle: !isList, attributes: attributesOf(document, properties) }];
  });
}

function dataSchema(
  document: unknown,
  operation: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  let value: unknown = operation;
  for (const key of ['responses', '200', 'content', 'application/json', 'schema'])
    value = isObject(value) ? value[key] : undefined;
  const schema = resolved(document, value);
  const data =
    isObject(schema) && isObject(schema.properties) ? resolved(document, schema.properties.data) : undefined;
  return isObject(data) ? data : null;
}

/** The properties of a schema, or of its first alternative with a documentId. */
function propertiesOf(document: unknown, schema: unknown): Readonly<Record<string, unknown>> | null {
  const found = resolved(document, schema);
  if (!isObject(found)) return null;
  if (isObject(found.properties)) return 'documentId' in found.properties ? found.properties : null;
  for (const other of alternatives(found)) {
    const properties = propertiesOf(document, other);
    if (properties) return properties;
  }
  return null;
}

function attributesOf(
  document: unknown,
  properties: Readonly<Record<string, unknown>>,
): Record<string, LearnedKind> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => /^[A-Za-z][\w]*$/.test(name) && name !== 'id' && name !== 'documentId')
      .map(([name, schema]) => [name, kindOf(document, schema)]),
  );
}

function kindOf(document: unknown, given: unknown): LearnedKind {
  const schema = resolved(document, given);
  if (!isObject(schema)) return 'other';
  const others = alternatives(schema).filter((one) => !isObject(one) || one.type !== 'null');
  if (others.length > 0) return kindOf(document, others[0]);
  if (schema.type === 'array') return propertiesOf(document, schema.items) ? 'relations' : 'other';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'string') {
    if (schema.format === 'date-time') return 'moment';
    return schema.format === undefined && schema.pattern === undefined && schema.enum === undefined
      ? 'text'
      : 'other';
  }
  return isObject(schema.properties) && 'documentId' in schema.properties ? 'relation' : 'other';
}

export const alternatives = (schema: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const list = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return Array.isArray(list) ? list : [];
};

export function resolved(document: unknown, schema: unknown): unknown {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return schema;
  let value = document;
  for (const key of schema.$ref.replace(/^#\//, '').split('/'))
    value = isObject(value) ? value[key] : undefined;
  return value;
}
