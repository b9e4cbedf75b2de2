// GraphQL: one endpoint for all content types. The plugin as a table of contents; graphql itself is loaded when the plugin boots.
import './errors';
import './types';
import { type App, coreErrors, definePlugin, type RequestContext, StartupError, token } from '../../core';
import { schemaCommand } from './command';
import { type GraphqlConfig, graphqlConfig, serverOptions, unusedServerOptions } from './config';
import { graphqlHooks } from './context/graphql-hooks';
import type { Endpoint } from './endpoint/endpoint';
import { GraphqlExtension } from './extension/extension';
import { firstQuery } from './landing/first-query';
import { asksForPage, landingPage } from './landing/landing-page';
import type { GraphqlModel } from './model/model';
import { type DescribedSchema, describeSchema, isBuiltIn } from './schema/describe-schema';
import { readGet, readPost } from './transport/read-request';
import { NAME } from './types';

/** The extension service: plugins change the generated schema with it while they register. */
export const EXTENSION = token<GraphqlExtension>('graphql.extension');
export { type DocumentQuery, documentQuery } from './extension/document-query';
export type {
  ExtensionSource,
  GraphqlExtension,
  PolicyContext,
  ResolverConfig,
  ResolverMiddleware,
  ResolverPolicy,
  SchemaExtension,
} from './extension/extension';

export default definePlugin<typeof NAME>({
  name: NAME,
  config: graphqlConfig,
  remedies: {
    generateArtifacts: 'remove it; "quire graphql-schema" prints the schema',
    artifacts: 'remove it; "quire graphql-schema" prints the schema',
  },
  provides: { commands: ['graphql-schema'] },
  register(app, config) {
    const extension = new GraphqlExtension();
    app.container.register(EXTENSION, (plugin) => extension.as(plugin), 'transient');
    if (config.subscriptions) refuseEarlyEvents(app);
    const hub = config.subscriptions ? loadSubscriptions().addHub(app, config) : null;
    const { ran } = app.hooks.publish(NAME, graphqlHooks());
    const registered = { extension, hub, ran };
    app.commands.add(schemaCommand(app, config, registered));
    let described: DescribedSchema | null = null;
    let opened: Endpoint | { readonly failure: unknown } | null = null;
    const endpoint = (): Endpoint => {
      opened ??= attempt(() =>
        (require('./endpoint/open-endpoint') as typeof import('./endpoint/open-endpoint')).openEndpoint(
          app,
          config,
          registered,
          described ?? describeSchema(app, config, extension),
        ),
      );
      described = null;
      if ('failure' in opened) throw opened.failure;
      return opened;
    };
    const { allowList, endpoint: path } = config;
    // GraphiQL writes operations of its own, which an allow-list refuses.
    const { landingPage: wanted = !app.isProduction && allowList === undefined } = config;
    const showsPage = (): boolean =>
      config.playgroundAlways || (typeof wanted === 'function' ? Boolean(wanted()) : wanted);
    const page = landingPage(path);
    const options = serverOptions(config);
    const shared = { path, action: null, tags: ['GraphQL'] } as const;
    let model: GraphqlModel | null = null;
    const showPage = async (request: RequestContext) => {
      model ??= describeSchema(app, config, extension).model;
      return page.show(`${path}/assets`, { query: await firstQuery(app, model, request) });
    };
    const answerGet = (request: RequestContext) =>
      asksForPage(request) && showsPage()
        ? showPage(request)
        : endpoint().answer(request, readGet(request, options));

    app.routes.add({
      ...shared,
      method: 'POST',
      summary: 'Runs a GraphQL operation',
      // Of mutations only: endpoint.ts.
      commits: 'passed',
      body: 'json',
      handler: (request, { body }) => endpoint().answer(request, readPost(request, body, options)),
    });
    app.routes.add({
      ...shared,
      method: 'GET',
      link: 'graphql',
      summary: 'Runs a GraphQL query',
      handler: answerGet,
    });
    app.routes.add({
      ...shared,
      method: 'GET',
      path: `${path}/assets/:name`,
      summary: 'A file of the GraphQL landing page',
      handler: (request) => {
        if (!showsPage()) throw coreErrors.ROUTE_NOT_FOUND();
        return page.file(request.params.name ?? '');
      },
    });
    app.hooks.boot.after(() => {
      for (const name of unusedServerOptions(config))
        app.log.warn(`graphql.apolloServer.${name} has no effect; remove the key`);
      if (isBuiltInAlone(app, config, extension)) described = describeSchema(app, config, extension);
      else endpoint();
    });
  },
  members:
    (app) =>
    ({ name }) => ({
      get graphqlExtension() {
        return app.container.resolve(EXTENSION).as(name);
      },
    }),
});

/**
 * Parts of an application or of other plugins may have mistakes, which have to stop startup. Without such parts, the first request
 * builds the schema, and startup does not load the packages.
 */
const isBuiltInAlone = (
  app: App,
  { allowList, subscriptions }: GraphqlConfig,
  extension: GraphqlExtension,
): boolean => allowList === undefined && !subscriptions && isBuiltIn(app, extension);

/** A schema that cannot be built is not built again with each request. */
function attempt(open: () => Endpoint): Endpoint | { readonly failure: unknown } {
  try {
    return open();
  } catch (failure) {
    return { failure };
  }
}

const loadSubscriptions = (): typeof import('./subscriptions/add-hub') => require('./subscriptions/add-hub');

/** Redis is faster than a replica: an event would find the state before its write, and be lost. */
function refuseEarlyEvents({ config: { server } }: App): void {
  if (!server.readOnly || server.bus !== 'redis') return;
  throw new StartupError('Subscriptions of a process that only reads would lose events', [
    {
      where: 'config/plugins',
      at: 'graphql.config.subscriptions',
      message:
        'works with server.bus "table" in a process with server.readOnly; set server.bus to "table" in all processes, or turn subscriptions off here',
    },
  ]);
}
