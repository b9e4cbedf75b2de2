// The schema of an application as SDL, before the package graphql is loaded. Mistakes of names stop startup here.
import { type App, operationsOf, paramsTakenBy, type Schema, StartupError } from '../../core';
import type { GraphqlConfig } from './config';
import type { GraphqlExtension } from './extension/extension';
import { checkNames } from './model/check-names';
import { createModel, type GraphqlModel } from './model/model';
import { writeSdl } from './model/sdl';
import type { Hub } from './subscriptions/hub';

/** What plugins and the application decide while they register. `hub` null: subscriptions are disabled. */
export interface Registered {
  readonly extension: GraphqlExtension;
  readonly hub: Hub | null;
}

export interface DescribedSchema {
  readonly model: GraphqlModel;
  readonly sdl: string;
  /** Everything in it is generated from names that were checked: graphql need not check it again. */
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
  const sdl = writeSdl(model);
  const mistakes = checkNames(model, sdl);
  if (mistakes.length > 0) throw new StartupError('Names of the GraphQL schema clash:', mistakes);
  return { model, sdl, isTrusted: extension.sources.length === 0 && isBuiltIn(app) };
}

export const isBuiltIn = ({ plugins }: App): boolean => plugins.every(({ source }) => source === 'built in');

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
