// Query parameters and headers of the generated routes: the words of core/query, and what plugins add to them.
import type {
  AnyModel,
  ContentType,
  FilterOperator,
  JsonSchema,
  ParamRegistry,
  RestAction,
  ScalarAttribute,
  Schema,
} from '../../core';
import { filtersName, reference } from './names';

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

/** `deepObject` tells of one level; the API reads as many as the brackets have. */
const nested = { style: 'deepObject', explode: true };

export function parametersOf(
  type: ContentType,
  action: RestAction,
  params: ParamRegistry,
  etag: boolean,
): Parameter[] {
  const reads = action === 'find' || action === 'findOne';
  const answers = action !== 'delete';
  return [
    ...(reads
      ? [query('filters', 'Conditions: `filters[title][$contains]=x`', reference(filtersName(type)), nested)]
      : []),
    ...(reads ? [query('_q', 'Text to look for in every attribute of text', { type: 'string' })] : []),
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
          query('fields', 'Which fields to answer; all when absent', words),
          query(
            'populate',
            'Relations, components and zones to answer: `*`, names, or an object',
            { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'object' }] },
            nested,
          ),
        ]
      : []),
    ...params.takenBy(action).map((param) => query(param.name, param.description, param.openapi)),
    ...(answers
      ? [header('Strapi-Response-Format', 'The format of the previous generation', { enum: ['v4'] })]
      : []),
    ...(etag && reads
      ? [header('If-None-Match', 'ETags of answers the client has: 304 when one is still right')]
      : []),
    ...(etag && (action === 'update' || action === 'delete')
      ? [header('If-Match', 'The ETag of the document as the client read it: 412 when it has changed since')]
      : []),
  ];
}

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
      scalars.map((field) => [conditionName(field), conditions(field.type.filter?.operators ?? [])]),
    ),
    ...Object.fromEntries(models.map((model) => [filtersName(model), filters(model, schema)])),
  };
}

const isFilterable = (field: ScalarAttribute): boolean => field.type.filter !== null && !field.common.private;

const conditionName = ({ type }: ScalarAttribute): string =>
  `Conditions_${type.name.replace(/[^A-Za-z0-9._-]/g, '_')}`;

function conditions(operators: readonly FilterOperator[]): JsonSchema {
  const lists = new Set<string>(['$in', '$notIn', '$between']);
  const flags = new Set<string>(['$null', '$notNull']);
  const properties = operators.map((operator): [string, JsonSchema] => [
    operator,
    flags.has(operator)
      ? { type: 'boolean' }
      : lists.has(operator)
        ? { type: 'array', ...(operator === '$between' ? { minItems: 2, maxItems: 2 } : {}) }
        : {},
  ]);
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
