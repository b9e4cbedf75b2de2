// REST: five routes per collection type, three per single type, under `api.rest.prefix`. Transport only.
import { AppError, definePlugin, OPEN_VISIBILITY, type QueryLimits, StartupError } from '../../core';
import { createHandlers } from './handlers';
import { operationRoutes } from './operation-routes';
import { routesOf } from './routes';
import { settingsMistakes, settingsOf } from './type-settings';

/** What clients send back as they received it: it means nothing in a body, whichever plugins are on. */
const IGNORED_KEYS = ['locale', 'publishedAt'];

export default definePlugin({
  name: 'rest',
  register(kernel) {
    const { api } = kernel.config;
    for (const key of IGNORED_KEYS) kernel.ignoredKeys.add(key);
    kernel.hooks.http.routes.tap('rest', (routes) => {
      const mistakes = settingsMistakes(api, kernel.schema);
      if (mistakes.length > 0) throw new StartupError('Some routes cannot be served:', mistakes);
      for (const type of kernel.schema.types.values()) {
        if (!type.api) continue;
        const settings = settingsOf(type, api);
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
        for (const route of routesOf(type, handlers, settings)) routes.add(route);
        for (const route of operationRoutes(type, handlers, settings.base, kernel.operations.of(type)))
          routes.add(route);
      }
    });
  },
  /** Defaults that no request could be answered with are found now. */
  async boot({ config, schema, documents }) {
    for (const uid of Object.keys(config.api.rest.types)) {
      const type = schema.types.get(uid);
      if (!type) continue;
      try {
        documents.read.prepare(
          type,
          { ...settingsOf(type, config.api).defaults, visibility: OPEN_VISIBILITY },
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
