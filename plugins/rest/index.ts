// REST: five routes per collection type, three per single type, under `api.rest.prefix`. Transport only.
import { definePlugin, type QueryLimits } from '../../core';
import { createHandlers } from './handlers';
import { routesOf } from './routes';

const IGNORED_KEYS = ['locale', 'publishedAt'];

export default definePlugin({
  name: 'rest',
  register(kernel) {
    const { rest, limits } = kernel.config.api;
    const queryLimits: QueryLimits = {
      ...limits,
      defaultLimit: Math.min(rest.defaultLimit, rest.maxLimit),
      maxLimit: rest.maxLimit,
      withCount: rest.withCount,
      populatePages: false,
    };
    // What clients of the peer send back as they received it; it means nothing in a body, whichever plugins are on.
    for (const key of IGNORED_KEYS) kernel.ignoredKeys.add(key);
    kernel.hooks.http.routes.tap('rest', (routes) => {
      for (const type of kernel.schema.types.values()) {
        if (!type.api) continue;
        const handlers = createHandlers(type, {
          documents: () => kernel.documents,
          schema: kernel.schema,
          rules: { params: kernel.params, limits: queryLimits, strict: rest.strictParams },
          etag: rest.etag,
        });
        for (const route of routesOf(type, handlers, rest.prefix, kernel.operations.of(type)))
          routes.add(route);
      }
    });
  },
});
