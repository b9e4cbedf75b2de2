// The OpenAPI document of an application: every route there is, from the tables that the routes themselves are made of.
import type {
  CollectedRoute,
  ContentType,
  JsonSchema,
  Kernel,
  RestAction,
  RouteDefinition,
} from '../../core';
import { answerSchemas } from './answers';
import { contentOperation } from './content-operation';
import { failureResponses, failureStatuses } from './failures';
import { inputSchemas } from './inputs';
import { parameterSchemas } from './parameters';

const REST_ACTIONS: readonly string[] = [
  'find',
  'findOne',
  'create',
  'update',
  'delete',
] satisfies RestAction[];

export function openapiDocument(kernel: Kernel): JsonSchema {
  const { schema, config } = kernel;
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of kernel.routes) {
    const { method, path } = route.definition;
    const template = templateOf(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(route, kernel) };
  }
  const failures = failureResponses();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content API',
      version: '1.0.0',
      description: 'Documents of the content types of this application.',
    },
    servers: [{ url: config.server.url ?? '/' }],
    tags: [...new Set(kernel.routes.flatMap(({ definition, source }) => definition.tags ?? [source]))].map(
      (name) => ({ name }),
    ),
    paths,
    components: {
      schemas: { ...answerSchemas(schema), ...inputSchemas(schema), ...parameterSchemas(schema) },
      responses: failures,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of a user, or an API token' },
      },
    },
  };
}

function operationOf(route: CollectedRoute, kernel: Kernel): JsonSchema {
  const { definition, source } = route;
  const type = contentTypeOf(definition, kernel);
  const own = type
    ? contentOperation({
        type,
        action: actionName(definition) as RestAction,
        params: kernel.params,
        etag: kernel.config.api.rest.etag,
      })
    : plainOperation(definition);
  const inPath = [...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    summary: definition.summary,
    tags: definition.tags ?? [source],
    ...(definition.action === null
      ? { security: [] }
      : { security: [{ bearer: [] }, {}], 'x-action': definition.action }),
    ...own,
    parameters: [...inPath, ...own.parameters],
    responses: {
      ...own.responses,
      ...Object.fromEntries(
        failureStatuses().map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

/** Routes of the rest plugin: what they take is the query language, which no route check tells. */
function contentTypeOf(definition: RouteDefinition, { schema, routes }: Kernel): ContentType | undefined {
  const route = routes.find((one) => one.definition === definition);
  if (route?.source !== 'rest' || !REST_ACTIONS.includes(actionName(definition))) return undefined;
  return schema.types.get(definition.action?.slice(0, definition.action.lastIndexOf('.')) ?? '');
}

const actionName = ({ action }: RouteDefinition): string => action?.slice(action.lastIndexOf('.') + 1) ?? '';

function plainOperation({ method, path, checks, body }: RouteDefinition) {
  const query = checks?.query?.schema;
  const properties = (query?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = Array.isArray(query?.required) ? query.required : [];
  const answer = checks?.answer?.schema;
  const media = body === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next?: string) => next?.toUpperCase() ?? '')}`,
    parameters: Object.entries(properties).map(
      ([name, schema]): JsonSchema => ({
        name,
        in: 'query',
        schema,
        ...(required.includes(name) ? { required: true } : {}),
      }),
    ),
    ...(body === undefined || body === 'none'
      ? {}
      : { requestBody: { content: { [media]: { schema: checks?.body?.schema ?? { type: 'object' } } } } }),
    responses: {
      '2XX': {
        description: 'As asked',
        ...(answer ? { content: { 'application/json': { schema: answer } } } : {}),
      },
    },
  };
}

/** `/api/articles/:documentId` → `/api/articles/{documentId}` */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
