// Builds the endpoint of one application: the model, its SDL, the executable schema, the resolvers.
import { type GraphQLSchema, isObjectType } from 'graphql';
import {
  type App,
  operationsOf,
  paramsTakenBy,
  type QueryLimits,
  type Schema,
  StartupError,
} from '../../core';
import { type GraphqlConfig, serverOptions } from './config';
import { createEndpoint, type Endpoint } from './endpoint';
import { buildSchema } from './extension/build-schema';
import type { GraphqlExtension } from './extension/extension';
import { guardResolvers } from './extension/guard-resolvers';
import { createModel, type GraphqlModel } from './model/model';
import { writeSdl } from './model/sdl';
import { createPlanner } from './plan-operation';
import { readDocumentQueries } from './read/read-document-queries';
import type { ReadSources } from './resolver-sources';
import { addRootResolvers, listReader } from './resolvers';
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

/** What plugins and the application decide while they register. `hub` null: subscriptions are disabled. */
export interface Registered {
  readonly extension: GraphqlExtension;
  readonly hub: Hub | null;
}

/** The schema of an application, with its resolvers. Opens no database. */
export function applicationSchema(app: App, config: GraphqlConfig, { extension, hub }: Registered) {
  const limits: QueryLimits = {
    ...app.config.api.limits,
    defaultLimit: config.defaultLimit,
    maxLimit: config.maxLimit === -1 ? null : config.maxLimit,
    withCount: false,
    populatePages: true,
  };
  checkSwitches(app.schema, extension);
  const parts = app.graphql.values();
  const model = createModel({
    schema: app.schema,
    params: (operation) => paramsTakenBy(app.params, operation),
    operations: (type) => operationsOf(app.operations, type),
    operators: app.operators.values(),
    extension,
    parts,
    isGenerated: config.shadowCRUD,
    isV4: config.v4CompatibilityMode,
    hasSubscriptions: hub !== null,
  });
  const reading: ReadSources = {
    model,
    limits,
    nodeLimit: config.nodeLimit,
    documents: () => app.documents,
  };
  let generated: ReadonlySet<string> = new Set();
  let resolvers: ReadonlyMap<string, unknown> = new Map();
  const { schema, resolversConfig } = buildSchema(writeSdl(model), model, extension, (built) => {
    generated = addRootResolvers({ ...reading, schema: built, timeout: config.timeout, hub, parts });
    resolvers = generatedPlaces(built, model, generated);
  });
  readDocumentQueries(schema, model, generated, listReader(reading));
  guardResolvers({
    schema,
    resolversConfig,
    extension,
    policy: (name) => app.policies.get(name),
    hasAction: (name) => app.actions.has(name),
    generated,
  });
  return { schema, model, generated: stillGenerated(schema, resolvers) };
}

export function openEndpoint(app: App, config: GraphqlConfig, registered: Registered): Endpoint {
  const built = applicationSchema(app, config, registered);
  const introspection = serverOptions(config).introspection ?? !app.isProduction;
  const parse = createParser(built.schema, config, introspection);
  if (!app.isProduction) traceResolvers(built.schema, built.generated);
  const access: ContextParts = {
    config,
    authorize: (request, action, isReading) =>
      app.server.authorize(request, { action, method: isReading ? 'GET' : 'POST' }),
    isOpen: app.config.server.anonymous === 'full',
  };
  const answers = createAnswers(!introspection);
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

/** The resolvers of generated fields, by place. */
function generatedPlaces(
  schema: GraphQLSchema,
  { facts }: GraphqlModel,
  roots: ReadonlySet<string>,
): ReadonlyMap<string, unknown> {
  const places = [
    ...roots,
    ...[...facts.values()].flatMap(({ name, fields }) => [...fields.keys()].map((key) => `${name}.${key}`)),
  ];
  return new Map(places.map((place) => [place, resolverAt(schema, place)]));
}

/** The places that no extension wrapped. */
const stillGenerated = (schema: GraphQLSchema, before: ReadonlyMap<string, unknown>): ReadonlySet<string> =>
  new Set(
    [...before].filter(([place, resolve]) => resolverAt(schema, place) === resolve).map(([place]) => place),
  );

function resolverAt(schema: GraphQLSchema, place: string): unknown {
  const [typeName = '', name = ''] = place.split('.');
  const type = schema.getType(typeName);
  return isObjectType(type) ? type.getFields()[name]?.resolve : undefined;
}

/** A wrong name would leave a field visible that the application wants to hide. */
function checkSwitches(schema: Schema, extension: GraphqlExtension): void {
  const mistakes = extension.uids().flatMap((uid) => {
    const at = `shadowCRUD('${uid}')`;
    const model = schema.types.get(uid) ?? schema.components.get(uid);
    if (!model)
      return [{ where: 'plugin graphql', at, message: 'no content type and no component has this uid' }];
    return extension
      .shadowCRUD(uid)
      .fieldNames()
      .filter((name) => !model.attributes.has(name) && !model.scalars.has(name))
      .map((name) => ({
        where: 'plugin graphql',
        at: `${at}.field('${name}')`,
        message: `the attributes are: ${[...model.attributes.keys()].join(', ')}`,
      }));
  });
  if (mistakes.length > 0) throw new StartupError('GraphQL switches name unknown things:', mistakes);
}
