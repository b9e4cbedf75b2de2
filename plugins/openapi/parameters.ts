// The query parameters and headers of the generated routes, including the parameters that plugins add.
import {
  type AnyModel,
  type ContentType,
  type FilterOperator,
  type JsonSchema,
  operatorsOf,
  type ParamDefinition,
  paramsTakenBy,
  type Registry,
  type RestAction,
  type ScalarAttribute,
  type Schema,
} from '../../core';
import { filtersName, reference } from './schema-names';

type Parameter = JsonSchema;

const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
});
const query = (name: string, description: string, schema: JsonSchema, more: JsonSchema = {}): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

const words: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

/** `deepObject` describes one level of brackets; the API accepts more. */
const nested = { style: 'deepObject', explode: true };

export function parametersOf(
  type: ContentType,
  action: RestAction,
  params: Registry<ParamDefinition>,
  { etag, v4 }: { readonly etag: boolean; readonly v4: boolean },
): Parameter[] {
  const reads = action === 'find' || action === 'findOne';
  const answers = action !== 'delete';
  return [
    ...(reads
      ? [
          query(
            'filters',
            `Conditions: \`filters[${firstText(type)}][$containsi]=hello\``,
            reference(filtersName(type)),
            {
              ...nested,
              examples: filterExamples(type),
            },
          ),
        ]
      : []),
    ...(reads ? [query('_q', 'Text to search for in all text attributes', { type: 'string' })] : []),
    ...(action === 'find' && type.kind === 'collectionType'
      ? [
          query('sort', 'Fields, each with `:asc` or `:desc`: `sort=title:desc,rating`', words),
          query(
            'pagination',
            '`page` and `pageSize`, or `start` and `limit`',
            reference('Pagination'),
            nested,
          ),
        ]
      : []),
    ...(answers
      ? [
          query('fields', 'Fields of the response (default: all)', words),
          query(
            'populate',
            'Relations, components and zones of the response: `*`, names, or an object',
            { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'object' }] },
            nested,
          ),
        ]
      : []),
    ...paramsTakenBy(params, action).map((param) => query(param.name, param.description, param.openapi)),
    ...(answers && v4
      ? [header('Strapi-Response-Format', 'The response format of older clients', { enum: ['v4'] })]
      : []),
    ...(etag && reads
      ? [header('If-None-Match', 'ETags that the client has stored; 304 when one of them is current')]
      : []),
    ...(etag && (action === 'update' || action === 'delete')
      ? [
          header(
            'If-Match',
            'The ETag of the document that the client read; 412 when the document has changed since',
          ),
        ]
      : []),
  ];
}

const firstText = ({ attributes }: ContentType): string =>
  [...attributes.values()].find(
    (attribute) =>
      attribute.kind === 'scalar' &&
      !attribute.common.private &&
      ['string', 'text', 'uid'].includes(attribute.declaredType),
  )?.name ?? 'documentId';

/** Pages fill in the first example, which asks for everything. They can send one level of brackets: an equal value. */
const filterExamples = (type: ContentType): JsonSchema => ({
  none: { summary: 'No condition', value: {} },
  equal: { summary: `Documents with this ${firstText(type)}`, value: { [firstText(type)]: 'hello' } },
});

export function parameterSchemas(schema: Schema): Record<string, JsonSchema> {
  const models: AnyModel[] = [...schema.types.values(), ...schema.components.values()];
  const scalars = models.flatMap((model) => [...model.scalars.values()]).filter(isFilterable);
  return {
    Pagination: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1 },
        pageSize: { type: 'integer', minimum: 1 },
        start: { type: 'integer', minimum: 0 },
        limit: { type: 'integer', minimum: -1 },
        withCount: { type: 'boolean' },
      },
    },
    ...Object.fromEntries(
      scalars.map((field) => [conditionName(field), conditions(operatorsOf(field.type, schema.operators))]),
    ),
    ...Object.fromEntries(models.map((model) => [filtersName(model), filters(model, schema)])),
  };
}

const isFilterable = (field: ScalarAttribute): boolean => field.type.filter !== null && !field.common.private;

const conditionName = ({ type }: ScalarAttribute): string =>
  `Conditions_${type.name.replace(/[^A-Za-z0-9._-]/g, '_')}`;

function conditions(operators: readonly FilterOperator[]): JsonSchema {
  const properties = operators.map(({ name, description, openapi }) => [name, { ...openapi, description }]);
  return {
    anyOf: [
      { type: ['string', 'number', 'boolean'] },
      { type: 'array' },
      { type: 'object', properties: Object.fromEntries([...properties, ['$not', {}]]) },
    ],
  };
}

function filters(model: AnyModel, schema: Schema): JsonSchema {
  const own = reference(filtersName(model));
  const properties: Record<string, JsonSchema> = {};
  for (const field of model.scalars.values())
    if (isFilterable(field)) properties[field.name] = reference(conditionName(field));
  for (const attribute of model.attributes.values()) {
    if (attribute.common.private) continue;
    const target =
      attribute.kind === 'relation' && attribute.target !== null
        ? schema.types.get(attribute.target)
        : attribute.kind === 'component'
          ? schema.components.get(attribute.component)
          : undefined;
    if (target) properties[attribute.name] = reference(filtersName(target));
  }
  const several = { type: 'array', items: own };
  return { type: 'object', properties: { ...properties, $and: several, $or: several, $not: own } };
}
