// The routes of a content type below an address. The configuration shapes those of the API; another plugin may mount them again.
import { type App, type ContentType, operationsOf, type RouteDefinition } from '../../core';
import { bulkRoutes } from './bulk-routes';
import { createCacheTags } from './cache-tags';
import { createHandlers } from './handlers';
import { operationRoutes } from './operation-routes';
import { routesOf } from './routes';
import { actionsOf, type TypeSettings } from './type-settings';
import { wordRules } from './words';

interface Reading {
  readonly pageSize: number | null;
  readonly defaults: TypeSettings['defaults'];
  readonly etag: boolean;
  /** May `populate` ask for a page of each relation, of any size? The peer refuses it. */
  readonly pages?: boolean;
  /** Does the header `Idempotency-Key` of a create name the new document? */
  readonly keys?: boolean;
}

/** In the hook `schema.ready`. */
export function routesAt(
  app: App,
  type: ContentType,
  settings: Pick<TypeSettings, 'base' | 'actions' | 'around'>,
  { pageSize, defaults, etag, pages = false, keys = false }: Reading,
): readonly RouteDefinition[] {
  const { api } = app.config;
  const rules = wordRules(app, { pageSize, defaults, pages });
  const handlers = createHandlers(type, {
    documents: () => app.documents,
    schema: app.schema,
    rules,
    etag,
    keys,
    tags: createCacheTags(app.schema, api.cache.tags),
  });
  const operations = operationsOf(app.operations, type);
  const added = {
    ...operationRoutes(type, handlers, settings.base, operations),
    ...bulkRoutes(app, type, settings.base, operations, rules),
  };
  return routesOf(type, handlers, settings, added);
}

/**
 * All routes of a type at another address, such as those of the admin: each with its permission and with ETags, without the settings,
 * policies and middlewares of config/api.
 */
export const documentRoutes = (app: App, type: ContentType, base: string): readonly RouteDefinition[] =>
  routesAt(
    app,
    type,
    { base, actions: actionsOf(type, operationsOf(app.operations, type)), around: () => ({}) },
    { pageSize: null, defaults: {}, etag: true, pages: true, keys: true },
  );
