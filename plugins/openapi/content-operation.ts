// The OpenAPI operation of one generated route, derived from its content type.
import type { ContentType, JsonSchema, ParamDefinition, Registry, RestAction } from '../../core';
import { createdData } from './input-schemas';
import { parametersOf } from './parameters';
import { inputName, modelName, reference } from './schema-names';

export interface ContentOperation {
  readonly type: ContentType;
  readonly action: RestAction;
  readonly params: Registry<ParamDefinition>;
  readonly etag: boolean;
  /** Describe the v4 form of responses too. */
  readonly v4: boolean;
}

export function contentOperation({ type, action, params, etag, v4 }: ContentOperation): {
  readonly operationId: string;
  readonly parameters: JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Record<string, JsonSchema>;
} {
  const isList = action === 'find' && type.kind === 'collectionType';
  const writes = action === 'create' || action === 'update';
  const status = action === 'create' ? '201' : action === 'delete' ? '204' : '200';
  const headers = etag ? { headers: { ETag: { schema: { type: 'string' } } } } : {};
  const answer = {
    description: isList ? 'A page of documents' : 'The document',
    ...headers,
    content: json(isList ? listBody(type, v4) : oneBody(type, writes, v4)),
  };
  return {
    operationId: `${action}${modelName(type)}`,
    parameters: parametersOf(type, action, params, { etag, v4 }),
    ...(writes ? { requestBody: bodyOf(type, action) } : {}),
    responses: {
      [status]: action === 'delete' ? { description: 'The document does not exist any more' } : answer,
      ...(etag && !writes && action !== 'delete'
        ? { 304: { description: 'The copy of the client is up to date', ...headers } }
        : {}),
    },
  };
}

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

const bodyOf = (type: ContentType, action: RestAction): JsonSchema => ({
  required: true,
  content: json({
    type: 'object',
    properties: { data: action === 'create' ? createdData(type) : reference(inputName(type)) },
    required: ['data'],
  }),
});

const formsOf = (type: ContentType, v4: boolean): JsonSchema[] => [
  reference(modelName(type)),
  ...(v4 ? [reference('V4Document')] : []),
];

const documentOf = (type: ContentType, v4: boolean): JsonSchema =>
  v4 ? { anyOf: formsOf(type, v4) } : reference(modelName(type));

/** `data` is null after a write when the requested version does not exist, for example `?status=published` after saving a draft. */
const oneBody = (type: ContentType, writes: boolean, v4: boolean): JsonSchema => ({
  type: 'object',
  properties: {
    data: writes ? { anyOf: [...formsOf(type, v4), { type: 'null' }] } : documentOf(type, v4),
    meta: { type: 'object', additionalProperties: false },
  },
  required: ['data', 'meta'],
  additionalProperties: false,
});

const count = { type: 'integer', minimum: 0 };

const listBody = (type: ContentType, v4: boolean): JsonSchema => ({
  type: 'object',
  properties: {
    data: { type: 'array', items: documentOf(type, v4) },
    meta: {
      type: 'object',
      properties: {
        pagination: {
          anyOf: [pages(['page', 'pageSize'], ['pageCount', 'total']), pages(['start', 'limit'], ['total'])],
        },
      },
      required: ['pagination'],
      additionalProperties: false,
    },
  },
  required: ['data', 'meta'],
  additionalProperties: false,
});

const pages = (always: readonly string[], counted: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries([...always, ...counted].map((key) => [key, count])),
  required: always,
  additionalProperties: false,
});
