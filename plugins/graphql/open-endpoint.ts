// Builds the endpoint of one application: the executable schema, the resolvers, the answers.
import type { GraphQLSchema } from 'graphql';
import type { App, QueryLimits } from '../../core';
import { type GraphqlConfig, maxLimitOf, serverOptions } from './config';
import type { DescribedSchema } from './describe-schema';
import { createEndpoint, type Endpoint } from './endpoint';
import { buildSchema } from './extension/build-schema';
import type { GraphqlExtension } from './extension/extension';
import { guardResolvers } from './extension/guard-resolvers';
import { generatedResolvers } from './generated-resolvers';
import { lazySchema } from './model/lazy-schema';
import type { GraphqlModel } from './model/model';
import { createPlanner } from './plan-operation';
import { readDocumentQueries } from './read/read-document-queries';
import type { ReadSources } from './resolver-sources';
import { listReader } from './resolvers';
import type { ContextParts } from './run-context';
import type { Hub } from './subscriptions/hub';
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

/** The settings and parts that plugins and the application register. `hub` null: subscriptions are disabled. */
export interface Registered {
  readonly extension: GraphqlExtension;
  readonly hub: Hub | null;
}

interface ApplicationSchema {
  readonly schema: GraphQLSchema;
  readonly model: GraphqlModel;
  /** The resolvers of generated fields. */
  readonly generated: Set<unknown>;
  readonly isTrusted: boolean;
}

/** The schema of an application, with its resolvers. Opens no database. */
export function applicationSchema(
  app: App,
  config: GraphqlConfig,
  { extension, hub }: Registered,
  described: DescribedSchema,
): ApplicationSchema {
  const { model, isTrusted } = described;
  const limits: QueryLimits = {
    ...app.config.api.limits,
    defaultLimit: config.defaultLimit,
    maxLimit: maxLimitOf(config),
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
  const resolvers = generatedResolvers({ ...reading, timeout: config.timeout, hub });
  const { made: generated } = resolvers;
  if (isTrusted) {
    return { schema: lazySchema(described, resolvers), model, generated, isTrusted };
  }
  const { schema, roots, resolversConfig } = buildSchema(described, extension, resolvers);
  readDocumentQueries(schema, model, roots, listReader(reading));
  guardResolvers({ schema, resolversConfig, extension, app, generated: roots });
  return { schema, model, generated, isTrusted };
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
  if (!app.isProduction) traceResolvers(built);
  const server = once(() => app.server);
  const { answerBytes, conditions } = app.config.api.limits;
  const access: ContextParts = {
    config,
    answerBytes,
    authorize: (request, action, isReading) =>
      server().authorize(request, { action, method: isReading ? 'GET' : 'POST' }),
    isOpen:
      app.config.server.anonymous === 'full' && !app.plugins.some(({ handlesAnonymous }) => handlesAnonymous),
  };
  const answers = createAnswers({ hidesNames: !introspection, prefix: config.errorCodePrefix, answerBytes });
  const persisted = persistedOperations(app.dir, config, parse);
  const plan = createPlanner({
    ...built,
    config,
    answerBytes,
    mostConditions: conditions,
    parse,
    persisted,
  });
  const { schema } = built;
  return createEndpoint({
    ...access,
    schema,
    plan,
    answers,
    watchCommits: ({ commits }, work) => app.database.watched(commits, work),
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
