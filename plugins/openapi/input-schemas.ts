// The schemas of models in request bodies. Private attributes and attributes of disabled plugins are left out.
import {
  type AnyModel,
  type Attribute,
  type ContentType,
  type JsonSchema,
  type Schema,
  stagesOf,
} from '../../core';
import { orNull } from './response-schemas';
import { inputName, reference } from './schema-names';

export function inputSchemas(schema: Schema): Record<string, JsonSchema> {
  const models: AnyModel[] = [...schema.types.values(), ...schema.components.values()];
  return {
    ...Object.fromEntries(models.map((model) => [inputName(model), input(model, schema)])),
    Target: {
      description: 'A document: its documentId, the id of one of its rows, or an object with one of them.',
      anyOf: [
        { type: 'string' },
        { type: 'integer' },
        {
          type: 'object',
          properties: {
            documentId: { type: 'string' },
            id: { type: ['integer', 'string'] },
            position: {
              type: 'object',
              properties: {
                before: reference('Target'),
                after: reference('Target'),
                start: { type: 'boolean' },
                end: { type: 'boolean' },
              },
            },
          },
          anyOf: [{ required: ['documentId'] }, { required: ['id'] }],
        },
      ],
    },
    RelationInput: {
      anyOf: [
        { type: 'null' },
        reference('Target'),
        { type: 'array', items: reference('Target') },
        {
          type: 'object',
          description:
            '`connect` and `disconnect` change the stored links; `set` replaces them and cannot be combined.',
          properties: {
            ...{ connect: targets, disconnect: targets, set: targets },
            options: { type: 'object', properties: { strict: { type: 'boolean' } } },
          },
          additionalProperties: false,
        },
      ],
    },
  };
}

const targets = {
  anyOf: [{ type: 'null' }, reference('Target'), { type: 'array', items: reference('Target') }],
};

/** `data` of a create. A type with drafts requires nothing, because a draft may be incomplete. */
export function createdData(type: ContentType): JsonSchema {
  const own = reference(inputName(type));
  if (stagesOf(type)) return own;
  const required = [...type.attributes.values()].filter(isNeeded).map(({ name }) => name);
  return required.length > 0 ? { allOf: [own, { type: 'object', required }] } : own;
}

const isNeeded = (attribute: Attribute): boolean =>
  attribute.kind !== 'waiting' &&
  attribute.writable &&
  attribute.common.required &&
  attribute.common.default === undefined &&
  !(attribute.kind === 'scalar' && attribute.declaredType === 'uid');

function input(model: AnyModel, schema: Schema): JsonSchema {
  const properties: Record<string, JsonSchema> =
    model.model === 'component' ? { id: { type: 'integer' } } : {};
  for (const [name, attribute] of model.attributes) {
    const shape = attribute.writable && !attribute.common.private ? shapeOf(attribute, schema) : null;
    if (shape) properties[name] = shape;
  }
  return { type: 'object', properties };
}

function shapeOf(attribute: Attribute, schema: Schema): JsonSchema | null {
  switch (attribute.kind) {
    case 'scalar':
      return orNull({
        ...attribute.type.openapi(attribute.options),
        ...(attribute.common.default === undefined ? {} : { default: attribute.common.default }),
      });
    case 'relation':
      return reference('RelationInput');
    case 'component': {
      const component = schema.components.get(attribute.component);
      if (!component) return null;
      const entry = reference(inputName(component));
      return orNull(attribute.repeatable ? bounded(entry, attribute) : entry);
    }
    case 'zone': {
      const entries = attribute.components.flatMap((uid) => {
        const component = schema.components.get(uid);
        if (!component) return [];
        const named = {
          type: 'object',
          properties: { __component: { const: uid } },
          required: ['__component'],
        };
        return [{ allOf: [reference(inputName(component)), named] }];
      });
      return orNull(bounded({ anyOf: entries }, attribute));
    }
    case 'waiting':
      return null;
  }
}

const bounded = (items: JsonSchema, { max }: { readonly max: number | null }): JsonSchema => ({
  type: 'array',
  items,
  ...(max === null ? {} : { maxItems: max }),
});
