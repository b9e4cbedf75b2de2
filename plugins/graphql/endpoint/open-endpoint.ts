// Builds the endpoint of one application: the executable schema, the resolvers, the answers.
import type { GraphQLSchema } from 'graphql';
import type { App, QueryLimits } from '../../../core';
import { type GraphqlConfig, maxLimitOf, serverOptions } from '../config';
import type { GraphqlHooks } from '../context/graphql-hooks';
import type { ContextParts } from '../context/run-context';
import type { GraphqlExtension } from '../extension/extension';
import type { GraphqlModel } from '../model/model';
import { readAllowList } from '../operation/allow-list';
import { createParser, type ParseDocument } from '../operation/parsed-documents';
import { createPlanner } from '../operation/plan-operation';
import { traceOf, traceResolvers } from '../operation/trace';
import { createAnswers } from '../operation/write-answers';
import { readDocumentQueries } from '../read/read-document-queries';
import type { ReadSources } from '../read/read-sources';
import { generatedResolvers } from '../resolvers/generated-resolvers';
import { guardResolvers } from '../resolvers/guard-resolvers';
import { listReader } from '../resolvers/query-resolvers';
import { buildSchema } from '../schema/build-schema';
import type { DescribedSchema } from '../schema/describe-schema';
import { eventSchema, lazySchema } from '../schema/lazy-schema';
import type { Hub } from '../subscriptions/hub';
import type { OpenParts } from '../subscriptions/open';
import {
  automaticOperations,
  listedOperations,
  noPersistedOperations,
  type PersistedOperations,
} from '../transport/persisted-operations';
import { createEndpoint, type Endpoint } from './endpoint';

/** The settings and parts that plugins and the application register. `hub` null: subscriptions are disabled. */
export interface Registered {
  readonly extension: GraphqlExtension;
  readonly hub: Hub | null;
  readonly ran: GraphqlHooks['ran'];
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
  { extension, hub, ran }: Registered,
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
  const resolvers = generatedResolvers({ ...reading, app, timeout: config.timeout, hub, ran });
  const { made: generated } = resolvers;
  if (isTrusted) {
    return { schema: lazySchema(described, resolvers), model, generated, isTrusted };
  }
  const { schema, roots, resolversConfig } = buildSchema(described, extension, resolvers);
  readDocumentQueries(schema, model, roots, listReader(reading));
  guardResolvers({ schema, resolversConfig, extension, model, app, generated: roots });
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
  const { schema, isTrusted } = built;
  const ofEvents = isTrusted ? once(() => eventSchema(schema)) : null;
  return createEndpoint({
    ...access,
    schema,
    plan,
    answers,
    watchCommits: ({ commits }, work) => app.database.watched(commits, work),
    trace: (request) => (app.isProduction ? null : traceOf(request, () => app.database)),
    stream: registered.hub
      ? openSubscriptions(app, { ...access, schema, eventSchema: ofEvents, plan, answers })
      : null,
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
    require('../subscriptions/open') as typeof import('../subscriptions/open');
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
