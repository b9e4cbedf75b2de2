import { createAttributeRegistry } from '../../attributes/registry';
import { definitionJsonSchema } from './json-schema';

const registry = createAttributeRegistry();
const schemas = definitionJsonSchema(registry);

describe('the JSON Schema of definition files', () => {
  it('names every key of a file', () => {
    expect(Object.keys(Object(schemas.contentType.properties)).sort()).toEqual(
      [
        '$schema',
        'attributes',
        'collectionName',
        'config',
        'indexes',
        'info',
        'kind',
        'options',
        'pluginOptions',
      ].sort(),
    );
    expect(schemas.contentType).toMatchObject({
      required: ['info', 'attributes'],
      additionalProperties: false,
    });
    expect(Object.keys(Object(schemas.component.properties))).not.toContain('kind');
  });

  it('has a branch per attribute type, with exactly the options of its check', () => {
    const { allOf } = attributesOf(schemas.contentType);
    expect(allOf.map((branch) => branch.if.properties.type.const)).toEqual(registry.names());
    const uid = allOf.find((branch) => branch.if.properties.type.const === 'uid')?.then;
    expect(uid).toMatchObject({ additionalProperties: false });
    expect(Object.keys(uid?.properties ?? {})).toEqual(
      expect.arrayContaining(['type', 'required', 'pluginOptions', 'targetField', 'regex']),
    );
    const enumeration = allOf.find((branch) => branch.if.properties.type.const === 'enumeration')?.then;
    expect(enumeration).toMatchObject({
      required: ['enum'],
      properties: { enum: { minItems: 1, uniqueItems: true } },
    });
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(schemas))).toEqual(schemas);
  });
});

interface Branch {
  readonly if: { readonly properties: { readonly type: { readonly const: string } } };
  readonly then: { readonly properties: object; readonly additionalProperties: boolean };
}

function attributesOf(schema: object): { readonly allOf: readonly Branch[] } {
  return Object(schema).properties.attributes.additionalProperties;
}
