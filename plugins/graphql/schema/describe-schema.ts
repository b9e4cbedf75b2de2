// Describes the schema of an application as definitions, before the package graphql is loaded. Wrong or clashing names stop startup here.
import { type App, operationsOf, paramsTakenBy, type Schema, StartupError } from '../../../core';
import type { GraphqlConfig } from '../config';
import type { GraphqlExtension } from '../extension/extension';
import type { PluginSdl } from '../extension/join-definitions';
import { mistakeOf, refuse } from '../extension/mistakes';
import { createModel, type GraphqlModel } from '../model/model';
import { checkNames } from './check-names';
import type { Definition } from './definition';
import { definitionsOf, typeDefsOf } from './definitions';

export interface DescribedSchema {
  readonly model: GraphqlModel;
  readonly definitions: readonly Definition[];
  /** The SDL of plugins. */
  readonly typeDefs: readonly PluginSdl[];
  /** true: the schema is generated from checked names. Then types are built on demand, and graphql does not check them again. */
  readonly isTrusted: boolean;
}

export function describeSchema(
  app: App,
  config: GraphqlConfig,
  extension: GraphqlExtension,
): DescribedSchema {
  checkSwitches(app.schema, extension);
  checkParts(app);
  const model = createModel({
    schema: app.schema,
    params: (operation) => paramsTakenBy(app.params, operation),
    operations: (type) =>
      operationsOf(app.operations, type).filter(({ takes, answers }) => !takes && answers !== 'value'),
    operators: app.operators.values(),
    extension,
    parts: app.graphql.entries(),
    isGenerated: config.shadowCRUD,
    isV4: config.v4CompatibilityMode,
    hasSubscriptions: config.subscriptions,
  });
  const definitions = definitionsOf(model);
  const mistakes = checkNames(model, definitions);
  if (mistakes.length > 0) throw new StartupError('Names of the GraphQL schema clash:', mistakes);
  return { model, definitions, typeDefs: typeDefsOf(model), isTrusted: isBuiltIn(app, extension) };
}

/** Has the application no GraphQL extension and only built-in plugins? */
export const isBuiltIn = ({ plugins }: App, extension: GraphqlExtension): boolean =>
  extension.sources.length === 0 &&
  extension.switches.size === 0 &&
  plugins.every(({ source }) => source === 'built in');

/** A wrong name would leave a field visible that the application wants to hide. */
function checkSwitches(schema: Schema, extension: GraphqlExtension): void {
  const mistakes = [...extension.switches].flatMap(([uid, type]) => {
    const at = `shadowCRUD('${uid}')`;
    const model = schema.types.get(uid) ?? schema.components.get(uid);
    if (!model)
      return [mistakeOf(type.plugin, at, 'no content type and no component has this uid; correct the uid')];
    const names = [...model.attributes.keys()].join(', ');
    return type
      .namedFields()
      .filter(({ name }) => !model.attributes.has(name) && !model.scalars.has(name))
      .map(({ name, plugin }) =>
        mistakeOf(
          plugin,
          `${at}.field('${name}')`,
          `no attribute has this name; the attributes are: ${names}`,
        ),
      );
  });
  refuse(mistakes);
}

/** Without this check, a part with a wrong uid adds no queries. */
function checkParts({ schema, graphql }: App): void {
  const mistakes = graphql
    .entries()
    .flatMap(({ plugin, name, value: { queries = [] } }) =>
      queries
        .filter(({ uid }) => !schema.types.has(uid))
        .map(({ uid }) =>
          mistakeOf(
            plugin,
            `graphql part "${name}", queries`,
            `no content type "${uid}" exists; correct the uid`,
          ),
        ),
    );
  refuse(mistakes);
}
