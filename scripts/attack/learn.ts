// Learns the content types of a deployment from its OpenAPI document, with the schemas of their bodies.
import { alternatives, resolved } from '../../conformance/read-only/from-openapi';
import { isObject } from '../../conformance/read-only/learned-type';
import { valueAt } from '../../conformance/wire/captures';

export interface Subject {
  /** Below the prefix: `articles`. */
  readonly path: string;
  /** The list field of GraphQL. */
  readonly list: string;
  /** `api::article.article`; null when the document does not name it. */
  readonly uid: string | null;
  /** The attributes of a body, without relations. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly relations: Readonly<Record<string, { readonly target: string; readonly isMany: boolean }>>;
  /** Attributes that a body may set and no answer may show. */
  readonly hidden: readonly string[];
  /** A valid value for each of these attributes, by default the required ones. `mark` makes texts differ. */
  sample(mark: string, names?: readonly string[]): Record<string, unknown>;
}

type Schema = Readonly<Record<string, unknown>>;

/** Collection types that can be listed and created. `hidden` adds names such as `articles.note`. */
export function learn(document: unknown, prefix: string, hidden: readonly string[]): Subject[] {
  const paths = valueAt(document, 'paths');
  if (!isObject(paths)) return [];
  const found = Object.keys(paths).flatMap((full) => {
    const path = full.startsWith(`${prefix}/`) ? full.slice(prefix.length + 1) : '';
    const post = valueAt(paths[full], 'post');
    const isCollection = /^[\w-]+$/.test(path) && `${full}/{documentId}` in paths && isObject(post);
    const item = isCollection ? itemOf(document, valueAt(paths[full], 'get')) : null;
    return item === null ? [] : [{ path, item, post }];
  });
  const pathOf = new Map(found.map(({ path, item }) => [item.name, path]));
  return found.flatMap(({ path, item, post }) => {
    const input = inputOf(document, post);
    if (input === null) return [];
    const relations = Object.entries(item.properties).flatMap(([name, schema]) => {
      const target = namesIn(schema)
        .map((one) => pathOf.get(one))
        .find((one) => one !== undefined);
      const isMany = isObject(schema) && alternatives(schema).some((one) => valueAt(one, 'type') === 'array');
      return target === undefined || !(name in input.properties) ? [] : [[name, { target, isMany }] as const];
    });
    const inputs = Object.fromEntries(
      Object.entries(input.properties).filter(([name]) => !relations.some(([other]) => other === name)),
    );
    const listed = hidden
      .filter((one) => one.startsWith(`${path}.`))
      .map((one) => one.slice(path.length + 1));
    const type = valueAt(item.properties, '__type.const');
    return [
      {
        path,
        list: listFieldOf(path),
        uid: typeof type === 'string' ? type : null,
        inputs,
        required: input.required,
        relations: Object.fromEntries(relations),
        hidden: [
          ...new Set([
            ...listed,
            ...Object.keys(inputs).filter((name) => isWriteOnly(document, inputs[name])),
          ]),
        ],
        sample: (mark: string, names = input.required) =>
          Object.fromEntries(names.map((name) => [name, sampleOf(document, inputs[name], mark)])),
      },
    ];
  });
}

/** `blog-posts` → `blogPosts` */
export const listFieldOf = (path: string): string =>
  path.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

function itemOf(
  document: unknown,
  get: unknown,
): { readonly name: string; readonly properties: Schema } | null {
  const answer = resolved(document, valueAt(get, 'responses.200.content.application/json.schema'));
  const [name] = namesIn(valueAt(resolved(document, valueAt(answer, 'properties.data')), 'items'));
  const properties = valueAt(resolved(document, { $ref: `#/components/schemas/${name}` }), 'properties');
  return name !== undefined && isObject(properties) && 'documentId' in properties
    ? { name, properties }
    : null;
}

function inputOf(
  document: unknown,
  post: unknown,
): { readonly properties: Schema; readonly required: readonly string[] } | null {
  const body = resolved(document, valueAt(post, 'requestBody.content.application/json.schema'));
  const data = resolved(document, valueAt(body, 'properties.data'));
  if (!isObject(data)) return null;
  const parts = [data, ...alternatives(data)].map((part) => resolved(document, part)).filter(isObject);
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required.map(String) : []));
  return { properties, required };
}

/** The names of the schemas that a schema refers to, at any depth of alternatives and items. */
function namesIn(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  if (typeof schema.$ref === 'string') return [schema.$ref.replace(/^.*\//, '')];
  return [...alternatives(schema), schema.items].flatMap(namesIn);
}

/** The first alternative that is not null. */
export function plainSchema(document: unknown, given: unknown): Schema {
  const schema = resolved(document, given);
  if (!isObject(schema)) return {};
  const other = alternatives(schema).find((one) => valueAt(one, 'type') !== 'null');
  return other === undefined ? schema : { ...schema, ...plainSchema(document, other) };
}

const isWriteOnly = (document: unknown, schema: unknown): boolean =>
  plainSchema(document, schema).writeOnly === true;

function sampleOf(document: unknown, given: unknown, mark: string): unknown {
  const schema = plainSchema(document, given);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        sampleOf(document, schema.items, mark),
      );
    case 'object': {
      const properties = isObject(schema.properties) ? schema.properties : {};
      const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
      return Object.fromEntries(required.map((name) => [name, sampleOf(document, properties[name], mark)]));
    }
    default:
      return textOf(schema, mark);
  }
}

function textOf({ format, pattern, minLength, maxLength }: Schema, mark: string): string {
  if (format === 'email') return `${mark}@attack.test`;
  if (format === 'date') return '2024-01-15';
  if (format === 'date-time') return '2024-01-15T10:00:00.000Z';
  if (typeof pattern === 'string' && new RegExp(pattern).test('1')) return '1';
  if (typeof pattern === 'string' && new RegExp(pattern).test('10:00:00')) return '10:00:00';
  return mark.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? 255));
}
