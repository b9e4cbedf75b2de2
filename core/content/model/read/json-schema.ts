// The JSON Schema of definition files, for editors (`$schema`), from the checks that read the files.

import type { JsonSchema } from '../../../kernel/check/check';
import { isPlainObject } from '../../../kernel/check/checks';
import type { AttributeType } from '../../attributes/attribute-type';
import type { AttributeRegistry } from '../../attributes/registry';
import { commonCheck, componentCheck, contentTypeCheck } from './definition-checks';

export interface DefinitionSchemas {
  readonly contentType: JsonSchema;
  readonly component: JsonSchema;
}

export function definitionJsonSchema(registry: AttributeRegistry): DefinitionSchemas {
  const types = registry.names().flatMap((name) => registry.get(name) ?? []);
  const attribute = {
    type: 'object',
    properties: { type: { enum: [...types.map(({ name }) => name), 'customField'] } },
    required: ['type'],
    // One branch per attribute type, so that an editor reports the options of that type.
    allOf: types.map((type) => ({
      if: { properties: { type: { const: type.name } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's
      then: ofType(type),
    })),
  };
  return {
    contentType: withAttributes(contentTypeCheck.schema, attribute),
    component: withAttributes(componentCheck.schema, attribute),
  };
}

function ofType(type: AttributeType): JsonSchema {
  const own = type.options.schema;
  return {
    properties: { type: { const: type.name }, ...propertiesOf(commonCheck.schema), ...propertiesOf(own) },
    ...(Array.isArray(own.required) ? { required: own.required } : {}),
    additionalProperties: own.additionalProperties === true || !isPlainObject(own.properties),
  };
}

function withAttributes(file: JsonSchema, attribute: JsonSchema): JsonSchema {
  return {
    ...file,
    properties: {
      ...propertiesOf(file),
      attributes: {
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_]*$' },
        additionalProperties: attribute,
      },
    },
  };
}

const propertiesOf = (schema: JsonSchema): JsonSchema =>
  isPlainObject(schema.properties) ? schema.properties : {};
