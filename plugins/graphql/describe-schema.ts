// Describes the schema of an application as definitions, before the package graphql is loaded. Wrong or clashing names stop startup here.
import { type App, operationsOf, paramsTakenBy, type Schema, StartupError } from '../../core';
import type { GraphqlConfig } from './config';
import type { GraphqlExtension } from './extension/extension';
import { checkNames } from './model/check-names';
import type { Definition } from './model/definition';
import { definitionsOf, typeDefsOf } from './model/definitions';
import { createModel, type GraphqlModel } from './model/model';
import type { Hub } from './subscriptions/hub';

/** The settings and parts that plugins and the application register. `hub` null: subscriptions are disabled. */
export interface Registered {
  readonly extension: GraphqlExtension;
  readonly hub: Hub | null;
}

export interface DescribedSchema {
  readonly model: GraphqlModel;
  readonly definitions: readonly Definition[];
  /** The SDL of plugins. */
  readonly typeDefs: readonly string[];
  /** true: the schema is generated from checked names. Then types are built on demand, and graphql does not check them again. */
  readonly isTrusted: boolean;
}

export function describeSchema(
  app: App,
  config: GraphqlConfig,
  { extension, hub }: Registered,
): DescribedSchema {
  checkSwitches(app.schema, extension);
  const model = createModel({
    schema: app.schema,
    params: (operation) => paramsTakenBy(app.params, operation),
    operations: (type) => operationsOf(app.operations, type),
    operators: app.operators.values(),
    extension,
    parts: app.graphql.values(),
    isGenerated: config.shadowCRUD,
    isV4: config.v4CompatibilityMode,
    hasSubscriptions: hub !== null,
  });
  const definitions = definitionsOf(model);
  const mistakes = checkNames(model, definitions);
  if (mistakes.length > 0) throw new StartupError('Names of the GraphQL schema clash:', mistakes);
  return { model, definitions, typeDefs: typeDefsOf(model), isTrusted: isBuiltIn(app, extension) };
}

/** Has the application no GraphQL extension and only built-in plugins? */
export const isBuiltIn = ({ plugins }: App, extension: GraphqlExtension): boolean =>
  extension.sources.length === 0 &&
  extension.uids().length === 0 &&
  plugins.every(({ source }) => source === 'built in');

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
