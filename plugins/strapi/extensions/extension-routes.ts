// The routes of extended plugins: those that an extension adds or changes, and the routes of Quire that stay.
import { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { AppError, check, type Mistake, type RequestContext, type RouteDefinition } from '../../../core';
import { patternOf } from '../http/mount';
import type { Router } from '../http/read-routes';
import type { Members, ProjectParts } from '../project/parts';
import { withMembers } from './original-action';
import { type ExtendedPlugin, type ExtendedPlugins, routesOf } from './run-extensions';

/** The routes of all plugins that Quire does not have itself. */
export const pluginRouters = (plugins: ExtendedPlugins, parts: ProjectParts, mistakes: Mistake[]): Router[] =>
  [...plugins].flatMap(([plugin, extended]) => {
    const { file, object } = extended;
    if (file === null) return [];
    const all = routesOf(object.routes);
    const routes = all.filter((raw) => !isUnchanged(raw, extended, parts));
    for (const raw of routes) {
      const first = all.find((one) => isSamePlace(one, raw));
      if (first !== raw && !routes.includes(first))
        mistakes.push({
          where: file,
          message: `${placeOf(raw)} is the path of a route of ${plugin}, which comes first; change or remove one`,
        });
    }
    return [{ owner: `plugin::${plugin}`, part: { file, value: { routes } }, prefix: `/${plugin}` }];
  });

const placeOf = (raw: unknown): string =>
  check.isPlainObject(raw) ? `${String(raw.method)} ${String(raw.path)}` : String(raw);

const isSamePlace = (one: unknown, other: unknown): boolean => placeOf(one) === placeOf(other);

function isUnchanged(raw: unknown, { baseline }: ExtendedPlugin, parts: ProjectParts): boolean {
  if (!check.isPlainObject(raw) || !baseline.routes.some((one) => isDeepStrictEqual(one, raw))) return false;
  const [controller = '', action = ''] = String(raw.handler).split('.');
  const made = parts.made('controllers', `plugin::${baseline.name}.${controller}`);
  return made?.[action] === baseline.controllers[controller]?.[action];
}

/**
 * The routes of users after the extension: routes that it removes are left out, and those that it changes are replaced by `changed`. A field
 * of GraphQL runs the replaced route, too.
 */
export function servedRoutes(
  routes: readonly RouteDefinition[],
  changed: readonly RouteDefinition[],
  rawOf: (route: RouteDefinition) => object,
  users: ExtendedPlugin,
): RouteDefinition[] {
  const left = routesOf(users.object.routes) as readonly Members[];
  const isIn = (list: readonly object[], raw: object): boolean => list.some((one) => isSamePlace(one, raw));
  const keyOf = ({ method, path }: RouteDefinition): string => `${method} ${patternOf(path)}`;
  const replaced = new Set(changed.map(keyOf));
  const kept = routes.filter((route) => {
    if (replaced.has(keyOf(route))) return false;
    const raw = rawOf(route);
    // Strapi does not have all routes of Quire.
    return !isIn(users.baseline.routes, raw) || isIn(left, raw);
  });
  return [...kept, ...changed.map(alsoInside)];
}

/** A field of GraphQL has a context of its own: other fields of the operation run at the same time. */
const alsoInside = (definition: RouteDefinition): RouteDefinition => ({
  ...definition,
  async handler(request, input) {
    if (request.route === definition.path) return definition.handler(request, input);
    const answer = await definition.handler(detached(request, input.body), input);
    if ((answer.status ?? 200) < 400) return answer;
    // `ctx.badRequest()` answers; a field has no status.
    const { error } = 'text' in answer ? JSON.parse(answer.text) : { error: {} };
    const { name = 'Error', message = '', details = {} } = Object(error);
    throw new AppError({ code: 'STRAPI_PROJECT', name, status: answer.status ?? 500, message, details });
  },
});

function detached(request: RequestContext, body: unknown): RequestContext {
  const { app, req } = request.koa;
  const koa = app.createContext(req, new ServerResponse(req));
  Reflect.set(koa.request, 'body', body);
  return withMembers(request, { koa, readKoaBody: async () => undefined });
}
