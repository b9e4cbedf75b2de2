// Adds the REST routes: five per collection type, three per single type, one per operation of a plugin.
import {
  AppError,
  definePlugin,
  type Mistake,
  OPEN_VISIBILITY,
  operationsOf,
  StartupError,
} from '../../core';
import { checkSettings } from './check-settings';
import { restHooks } from './rest-hooks';
import { routesAt } from './routes-at';
import { settingsOf } from './type-settings';

export { createReadWords } from './read-words';
export { documentRoutes } from './routes-at';
export type { QuerySource } from './words';

/** Clients send these keys back as they received them. They are ignored in every body, whichever plugins are enabled. */
const IGNORED_KEYS = ['locale', 'publishedAt'];

export default definePlugin({
  name: 'rest',
  register(app) {
    const { api } = app.config;
    for (const key of IGNORED_KEYS) app.ignoredKeys.add(key);
    const { routes: visible } = app.hooks.publish('rest', restHooks());
    app.hooks.schema.ready((schema) => {
      const { mistakes, warnings } = checkSettings(app);
      if (mistakes.length > 0) throw new StartupError('Some REST routes are misconfigured:', mistakes);
      for (const { where, at, message } of warnings) app.log.warn(`${at}: ${message}`, { where });
      for (const type of schema.types.values()) {
        if (!type.api) continue;
        const operations = operationsOf(app.operations, type);
        const settings = settingsOf(type, api, operations);
        const { pageSize, defaults } = settings;
        const routes = routesAt(app, type, settings, { pageSize, defaults, etag: api.rest.etag });
        for (const route of visible.call(routes, type)) app.routes.add(route);
      }
    });
  },
  /** Checks the default fields and populate of each type at startup. */
  async boot({ config, schema, documents, operations }) {
    const mistakes: Mistake[] = [];
    for (const uid of Object.keys(config.api.rest.types)) {
      const type = schema.types.get(uid);
      if (!type) continue;
      try {
        documents.read.prepare(
          type,
          {
            ...settingsOf(type, config.api, operationsOf(operations, type)).defaults,
            visibility: OPEN_VISIBILITY,
          },
          'find',
        );
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        mistakes.push({ where: 'config/api', at: `rest.types.${uid}`, message: error.message });
      }
    }
    if (mistakes.length > 0) throw new StartupError('Some REST routes are misconfigured:', mistakes);
  },
});
