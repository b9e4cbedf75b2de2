// The response format of the header `Strapi-Response-Format: v4`, for older clients.
// Attributes are nested under `attributes`, relations are wrapped in `{ data }`. Components stay flat.
import type { AnyModel, ContentType, RequestContext, Schema } from '../../core';

export const wantsV4 = (request: RequestContext): boolean =>
  request.header('strapi-response-format')?.toLowerCase() === 'v4';

type Values = Readonly<Record<string, unknown>>;

/** `text`: the JSON of a document or of a list of documents. */
export function toV4(text: string, type: ContentType, schema: Schema): string {
  const value: unknown = JSON.parse(text);
  return JSON.stringify(
    Array.isArray(value)
      ? value.map((one) => documentToV4(one, type, schema))
      : documentToV4(value, type, schema),
  );
}

function documentToV4(value: unknown, type: ContentType, schema: Schema): unknown {
  if (!isObject(value)) return value;
  const { id, documentId, ...attributes } = value;
  return { id, documentId, attributes: valuesToV4(attributes, type, schema) };
}

function valuesToV4(values: Values, model: AnyModel, schema: Schema): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, valueToV4(key, value, model, schema)]),
  );
}

function valueToV4(key: string, value: unknown, model: AnyModel, schema: Schema): unknown {
  const attribute = model.attributes.get(key);
  switch (attribute?.kind) {
    case 'relation': {
      if (isObject(value) && !('documentId' in value)) return value;
      const one = (target: unknown): unknown => {
        const uid = attribute.target ?? (isObject(target) ? String(target.__type) : '');
        const type = schema.types.get(uid);
        return type ? documentToV4(target, type, schema) : target;
      };
      return { data: Array.isArray(value) ? value.map(one) : one(value) };
    }
    case 'component':
      return entriesToV4(value, () => attribute.component, schema);
    case 'zone':
      return entriesToV4(value, (entry) => String(entry.__component), schema);
    default:
      return value;
  }
}

function entriesToV4(value: unknown, uidOf: (entry: Values) => string, schema: Schema): unknown {
  if (Array.isArray(value)) return value.map((entry) => entriesToV4(entry, uidOf, schema));
  if (!isObject(value)) return value;
  const component = schema.components.get(uidOf(value));
  return component ? valuesToV4(value, component, schema) : value;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
