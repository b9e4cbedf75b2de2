// The OpenAPI document of an application. It describes every route, from the same tables that create the routes.
import {
  type App,
  applicationName,
  type CollectedRoute,
  type ContentType,
  type JsonSchema,
  type RestAction,
  type RouteDefinition,
} from '../../core';
import { contentOperation } from './content-operation';
import { errorResponses, errorStatuses } from './error-responses';
import { inputSchemas } from './input-schemas';
import { withNamedTypes } from './named-types';
import { parameterSchemas } from './parameters';
import { headersOf, securityOf, securitySchemesOf } from './plugin-parts';
import { responseSchemas } from './response-schemas';

const REST_ACTIONS: readonly string[] = [
  'find',
  'findOne',
  'create',
  'update',
  'delete',
] satisfies RestAction[];

export interface DocumentOptions {
  /** Describe the v4 form of responses too. */
  readonly v4: boolean;
  /** Routes that need no credentials, as `GET /api/articles`. */
  readonly open: ReadonlySet<string>;
}

export function openapiDocument(app: App, options: DocumentOptions): JsonSchema {
  const { schema, config } = app;
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const models = responseSchemas(schema, options.v4);
  const named: NamedTypes = (given) => withNamedTypes(given, schema, models);
  for (const route of app.routes.all) {
    const { method, path } = route.definition;
    const template = templateOf(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(route, app, named, options) };
  }
  const responses = errorResponses();
  return {
    openapi: '3.1.0',
    info: {
      title: applicationName(app.dir),
      version: '1.0.0',
      description: 'The documents of this application.',
    },
    servers: [{ url: config.server.url ?? '/' }],
    tags: tagsOf(app.routes.all),
    paths,
    components: {
      schemas: { ...models, ...inputSchemas(schema), ...parameterSchemas(schema) },
      responses: responses,
      securitySchemes: securitySchemesOf(app),
    },
  };
}

/** Content types come first. Pages show the tags in this order. */
function tagsOf(routes: readonly CollectedRoute[]): readonly { readonly name: string }[] {
  const [content, others] = [true, false].map((isContent) =>
    routes
      .filter(({ source }) => (source === 'rest') === isContent)
      .flatMap(({ definition, source }) => definition.tags ?? [source]),
  );
  return [...new Set([...(content ?? []), ...(others ?? [])])].map((name) => ({ name }));
}

/** A schema of a contract, with the schemas of the content types that it names. */
type NamedTypes = (given: JsonSchema) => JsonSchema;

function operationOf(
  route: CollectedRoute,
  app: App,
  named: NamedTypes,
  { v4, open }: DocumentOptions,
): JsonSchema {
  const { definition, source } = route;
  const type = contentTypeOf(definition, app);
  const own = type
    ? contentOperation({
        type,
        action: actionName(definition) as RestAction,
        params: app.params,
        etag: app.config.api.rest.etag,
        v4,
      })
    : plainOperation(definition, named);
  const headers = headersOf(app, definition);
  const inPath = [...definition.path.matchAll(PARAMETER)].map(([, kind, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(kind === '*' ? { description: 'The rest of the path. It may be empty or contain slashes.' } : {}),
  }));
  return {
    summary: definition.summary,
    tags: definition.tags ?? [source],
    security:
      definition.action === null || open.has(`${definition.method} ${definition.path}`)
        ? []
        : securityOf(app),
    ...(definition.action === null ? {} : { 'x-action': definition.action }),
    ...own,
    parameters: [...inPath, ...own.parameters, ...headers.parameters],
    responses: {
      ...(headers.response ? withHeaders(own.responses, headers.response) : own.responses),
      ...Object.fromEntries(
        errorStatuses().map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

const withHeaders = (responses: Readonly<Record<string, JsonSchema>>, headers: JsonSchema) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...(response.headers as JsonSchema | undefined), ...headers } },
    ]),
  );

/** The content type of a route of the rest plugin. Its parameters are the query language, which route checks do not describe. */
function contentTypeOf(definition: RouteDefinition, { schema, routes }: App): ContentType | undefined {
  const route = routes.all.find((one) => one.definition === definition);
  const action = actionName(definition);
  if (route?.source !== 'rest' || !REST_ACTIONS.includes(action)) return undefined;
  // `delete-effects` needs the permission of the delete, and is no delete.
  if (action === 'delete' && definition.method !== 'DELETE') return undefined;
  return schema.types.get(definition.action?.slice(0, definition.action.lastIndexOf('.')) ?? '');
}

const actionName = ({ action }: RouteDefinition): string => action?.slice(action.lastIndexOf('.') + 1) ?? '';

function plainOperation({ method, path, checks, body }: RouteDefinition, named: NamedTypes) {
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
      : {
          requestBody: {
            content: { [media]: { schema: named(checks?.body?.schema ?? { type: 'object' }) } },
          },
        }),
    responses: {
      '2XX': {
        description: 'Success',
        ...(answer ? { content: { 'application/json': { schema: named(answer) } } } : {}),
      },
    },
  };
}

/** A parameter or a wildcard. */
const PARAMETER = /([:*])(\w+)/g;

/** `/api/articles/:documentId` → `/api/articles/{documentId}`, `/app/*rest` → `/app/{rest}` */
const templateOf = (path: string): string => path.replace(PARAMETER, '{$2}');
