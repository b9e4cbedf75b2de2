// The schemas of models in responses: every attribute that a response may contain. Only the ids are required.
import type { AnyModel, Attribute, JsonSchema, RelationAttribute, Schema } from '../../core';
import { modelName, reference } from './schema-names';

export function responseSchemas(schema: Schema, v4: boolean): Record<string, JsonSchema> {
  const models: AnyModel[] = [...schema.types.values(), ...schema.components.values()];
  return {
    ...Object.fromEntries(models.map((model) => [modelName(model), answered(model, schema)])),
    Count: {
      type: 'object',
      properties: { count: { type: 'integer' } },
      required: ['count'],
      additionalProperties: false,
    },
    ...(v4 ? { V4Document: V4_DOCUMENT } : {}),
  };
}

const V4_DOCUMENT: JsonSchema = {
  type: 'object',
  description:
    'The response for `Strapi-Response-Format: v4`: attributes are nested, relations are wrapped in `data`.',
  properties: { id: { type: 'integer' }, documentId: { type: 'string' }, attributes: { type: 'object' } },
  required: ['id', 'documentId', 'attributes'],
  additionalProperties: false,
};

function answered(model: AnyModel, schema: Schema): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, field] of model.scalars)
    if (isShown(field))
      properties[name] =
        field.type.name === 'id'
          ? { type: 'integer' }
          : name === 'documentId'
            ? field.type.openapi(field.options)
            : orNull(lenient(field.type.openapi(field.options)));
  for (const [name, attribute] of model.attributes) {
    const shape = shapeOf(attribute, schema);
    if (shape && isShown(attribute)) properties[name] = shape;
  }
  if (model.model === 'component') properties.__component = { const: model.uid };
  else if (isPolymorphicTarget(schema)) properties.__type = { const: model.uid };
  return {
    type: 'object',
    title: model.displayName,
    properties,
    required: model.model === 'type' ? ['id', 'documentId'].filter((name) => name in properties) : ['id'],
    additionalProperties: false,
  };
}

function shapeOf(attribute: Attribute, schema: Schema): JsonSchema | null {
  switch (attribute.kind) {
    case 'relation':
      return relation(attribute, schema);
    case 'component': {
      const component = schema.components.get(attribute.component);
      if (!component) return null;
      const entry = reference(modelName(component));
      return attribute.repeatable ? { anyOf: [list(entry), reference('Count')] } : orNull(entry);
    }
    case 'zone':
      return {
        anyOf: [
          list({ anyOf: attribute.components.flatMap((uid) => componentReference(uid, schema)) }),
          reference('Count'),
        ],
      };
    default:
      return null;
  }
}

function relation({ target, many }: RelationAttribute, schema: Schema): JsonSchema | null {
  const type = target === null ? null : schema.types.get(target);
  if (type === undefined) return null;
  const document = type
    ? reference(modelName(type))
    : { anyOf: [...schema.types.values()].map((one) => reference(modelName(one))) };
  return many
    ? { anyOf: [list(document), reference('Count')] }
    : { anyOf: [document, { type: 'null' }, reference('Count')] };
}

function componentReference(uid: string, schema: Schema): JsonSchema[] {
  const component = schema.components.get(uid);
  return component ? [reference(modelName(component))] : [];
}

const isPolymorphicTarget = (schema: Schema): boolean =>
  [...schema.types.values(), ...schema.components.values()].some((model) =>
    [...model.attributes.values()].some(
      (attribute) => attribute.kind === 'relation' && attribute.target === null,
    ),
  );

const isShown = (attribute: Attribute): boolean =>
  !attribute.common.private && !(attribute.kind === 'scalar' && attribute.type.secret);

const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

export const orNull = (schema: JsonSchema): JsonSchema =>
  Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };

/** Rules for writes. Drafts, and rows older than a rule, may violate them. */
const RULES = new Set(['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'writeOnly']);

function lenient(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([key, value]) => !RULES.has(key) && !(key === 'format' && value === 'email'),
    ),
  );
}
