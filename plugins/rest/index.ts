// REST: five routes per collection type, three per single type, one per operation of a plugin, under `api.rest.prefix`.
// Transport only.
import { AppError, definePlugin, OPEN_VISIBILITY, type QueryLimits, StartupError } from '../../core';
import { createHandlers } from './handlers';
import { operationRoutes } from './operation-routes';
import { routesOf } from './routes';
import { checkSettings } from './settings-mistakes';
import { settingsOf } from './type-settings';

/** What clients send back as they received it: it means nothing in a body, whichever plugins are on. */
const IGNORED_KEYS = ['locale', 'publishedAt'];

export default definePlugin({
  name: 'rest',
  register(kernel) {
    const { api } = kernel.config;
    for (const key of IGNORED_KEYS) kernel.ignoredKeys.add(key);
    kernel.hooks.http.routes.tap('rest', (routes) => {
      const { mistakes, warnings } = checkSettings(kernel);
      if (mistakes.length > 0) throw new StartupError('Some routes cannot be served:', mistakes);
      for (const { where, at, message } of warnings) kernel.log.warn(`${at}: ${message}`, { where });
      for (const type of kernel.schema.types.values()) {
        if (!type.api) continue;
        const operations = kernel.operations.of(type);
        const settings = settingsOf(type, api, operations);
        const { rest, limits } = api;
        const queryLimits: QueryLimits = {
          ...limits,
          defaultLimit: settings.pageSize ?? Math.min(rest.defaultLimit, rest.maxLimit),
          maxLimit: rest.maxLimit,
          withCount: rest.withCount,
          populatePages: false,
        };
        const handlers = createHandlers(type, {
          documents: () => kernel.documents,
          schema: kernel.schema,
          rules: {
            params: kernel.params,
            limits: queryLimits,
            strict: rest.strictParams,
            defaults: settings.defaults,
          },
          etag: rest.etag,
        });
        const added = operationRoutes(type, handlers, settings.base, operations);
        for (const route of routesOf(type, handlers, settings, added)) routes.add(route);
      }
    });
  },
  /** Defaults that no request could be answered with are found now. */
  async boot({ config, schema, documents, operations }) {
    for (const uid of Object.keys(config.api.rest.types)) {
      const type = schema.types.get(uid);
      if (!type) continue;
      try {
        documents.read.prepare(
          type,
          { ...settingsOf(type, config.api, operations.of(type)).defaults, visibility: OPEN_VISIBILITY },
          'find',
        );
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        throw new StartupError('Some routes cannot be served:', [
          { where: 'config/api', at: `rest.types.${uid}`, message: error.message },
        ]);
      }
    }
  },
});
