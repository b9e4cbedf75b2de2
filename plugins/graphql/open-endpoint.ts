// Builds the endpoint of one application: the model, its SDL, the executable schema, the resolvers.
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { App, QueryLimits } from '../../core';
import { type GraphqlConfig, serverOptions } from './config';
import type { DescribedSchema, Registered } from './describe-schema';
import { createEndpoint, type Endpoint } from './endpoint';
import { buildSchema } from './extension/build-schema';
import { guardResolvers } from './extension/guard-resolvers';
import { createPlanner } from './plan-operation';
import { readDocumentQueries } from './read/read-document-queries';
import type { ReadSources } from './resolver-sources';
import { addRootResolvers, listReader } from './resolvers';
import type { ContextParts } from './run-context';
import type { OpenParts } from './subscriptions/open';
import { traceOf, traceResolvers } from './trace';
import { readAllowList } from './transport/allow-list';
import { createParser, type ParseDocument } from './transport/parsed-documents';
import {
  automaticOperations,
  listedOperations,
  noPersistedOperations,
  type PersistedOperations,
} from './transport/persisted-operations';
import { createAnswers } from './transport/write-answers';

/** The schema of an application, with its resolvers. Opens no database. */
export function applicationSchema(
  app: App,
  config: GraphqlConfig,
  { extension, hub }: Registered,
  { model, sdl, isTrusted }: DescribedSchema,
) {
  const limits: QueryLimits = {
    ...app.config.api.limits,
    defaultLimit: config.defaultLimit,
    maxLimit: config.maxLimit === -1 ? null : config.maxLimit,
    withCount: false,
    populatePages: true,
  };
  const reading: ReadSources = {
    model,
    limits,
    nodeLimit: config.nodeLimit,
    amountLimit: config.amountLimit,
    documents: once(() => app.documents),
  };
  let roots: ReadonlySet<string> = new Set();
  let generated = new Set<unknown>();
  const { schema, resolversConfig } = buildSchema({ sdl, isTrusted }, model, extension, (built) => {
    roots = addRootResolvers({
      ...reading,
      schema: built,
      timeout: config.timeout,
      hub,
      parts: model.parts,
    });
    generated = resolversOf(built);
  });
  readDocumentQueries(schema, model, roots, listReader(reading));
  guardResolvers({
    schema,
    resolversConfig,
    extension,
    app,
    generated: roots,
  });
  return { schema, model, generated };
}

export function openEndpoint(
  app: App,
  config: GraphqlConfig,
  registered: Registered,
  described: DescribedSchema,
): Endpoint {
  const built = applicationSchema(app, config, registered, described);
  const introspection = serverOptions(config).introspection ?? !app.isProduction;
  const parse = createParser(built.schema, config, introspection);
  if (!app.isProduction) traceResolvers(built.schema, built.generated);
  const server = once(() => app.server);
  const access: ContextParts = {
    config,
    authorize: (request, action, isReading) =>
      server().authorize(request, { action, method: isReading ? 'GET' : 'POST' }),
    isOpen: app.config.server.anonymous === 'full',
  };
  const answers = createAnswers({ hidesNames: !introspection, prefix: config.errorCodePrefix });
  const persisted = persistedOperations(app.dir, config, parse);
  const plan = createPlanner({ ...built, config, parse, persisted });
  const { schema } = built;
  return createEndpoint({
    ...access,
    schema,
    plan,
    answers,
    trace: (request) => (app.isProduction ? null : traceOf(request, () => app.database)),
    stream: registered.hub ? openSubscriptions(app, { ...access, schema, plan, answers }) : null,
  });
}

/** Each access of a part of the application asks its container. */
function once<T>(find: () => T): () => T {
  let found: T | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

/** Loads the packages of subscriptions. */
function openSubscriptions(app: App, parts: Omit<OpenParts, 'app'>) {
  const { openSubscriptions: open } =
    require('./subscriptions/open') as typeof import('./subscriptions/open');
  return open({ ...parts, app });
}

function persistedOperations(
  dir: string,
  { allowList, persistedQueries }: GraphqlConfig,
  parse: ParseDocument,
): PersistedOperations {
  if (allowList !== undefined) return listedOperations(readAllowList(dir, allowList, parse));
  return persistedQueries ? automaticOperations() : noPersistedOperations();
}

/** Before extensions: a field that an extension changes gets another resolver. */
function resolversOf(schema: GraphQLSchema): Set<unknown> {
  const resolvers = new Set<unknown>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const { resolve } of Object.values(type.getFields())) if (resolve) resolvers.add(resolve);
  }
  return resolvers;
}
