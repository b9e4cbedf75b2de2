// The route files of a project → its routes, checked. A mistake names the file and the line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Method, type Mistake, runCheck } from '../../../core';
import type { Part, Project } from '../project/load-project';
import { mistakeOf } from '../project/load-project';

export interface Reference {
  readonly name: string;
  readonly config?: unknown;
}
export type Given = string | Reference | ((...args: never[]) => unknown);

export interface ProjectRoute {
  readonly method: Method;
  /** With the prefix of its router, without that of the API: `/articles/:id`. */
  readonly path: string;
  readonly handler: string | readonly unknown[] | ((...args: never[]) => unknown);
  readonly policies: readonly Given[];
  readonly middlewares: readonly Given[];
  readonly auth: false | readonly string[] | null;
  /** The API of its file, or the plugin of its extension: `api::article`, `plugin::users-permissions`. */
  readonly owner: string;
  readonly file: string;
  readonly prefix: string | null;
  /** As the project wrote it. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const reference = check.anyOf(
  'a name, an object { name, config }, or a function',
  check.string({ min: 1 }),
  check.callable(),
  check.object({ name: check.string({ min: 1 }), config: check.optional(check.anything()) }),
);
const ROUTE = check.object({
  method: check.oneOf(...METHODS, 'ALL', 'OPTIONS', 'HEAD'),
  path: check.string(),
  handler: check.anyOf(
    'the name of an action such as "article.find", or a function',
    check.string({ min: 1 }),
    check.callable(),
    check.array(check.anything()),
  ),
  info: check.optional(check.anything()),
  request: check.optional(check.anything()),
  response: check.optional(check.anything()),
  config: check.optional(
    check.object({
      auth: check.optional(
        check.anyOf(
          'false, or an object { scope }',
          check.boolean(),
          check.object({
            scope: check.optional(check.array(check.string({ min: 1 }))),
            strategies: check.optional(check.anything()),
          }),
        ),
      ),
      policies: check.optional(check.array(reference)),
      middlewares: check.optional(check.array(reference)),
      prefix: check.optional(check.anything()),
      description: check.optional(check.anything()),
      tags: check.optional(check.anything()),
      tag: check.optional(check.anything()),
      pluginOptions: check.optional(check.anything()),
    }),
  ),
});

const NO_CONFIG: { readonly [Name in 'auth' | 'policies' | 'middlewares' | 'prefix']?: undefined } = {};

/** A file of routes. */
export interface Router {
  readonly owner: string;
  readonly part: Part;
  /** Of routes that name none. */
  readonly prefix?: string;
}

export const apiRouters = ({ apis }: Pick<Project, 'apis'>): Router[] =>
  [...apis.values()].flatMap(({ name, routers }) => routers.map((part) => ({ owner: `api::${name}`, part })));

export const readRoutes = (
  routers: readonly Router[],
  project: Pick<Project, 'dir' | 'placeOf'>,
  mistakes: Mistake[],
): readonly ProjectRoute[] => routers.flatMap((router) => routesOf(router, project, mistakes));

function routesOf(
  { part, owner, prefix: usual }: Router,
  project: Pick<Project, 'dir' | 'placeOf'>,
  mistakes: Mistake[],
): ProjectRoute[] {
  const { file, value } = part;
  if (value === undefined) return [];
  const mistake = (message: string, ...texts: readonly unknown[]): void => {
    const where = texts.length === 0 ? file : `${file}:${lineOf(project.dir, file, ...texts)}`;
    mistakes.push({ where, message });
  };
  let routes: unknown;
  try {
    const router: unknown = typeof value === 'function' ? value() : value;
    if (!check.isPlainObject(router)) {
      mistake('exports no routes; export { routes: [ … ] } or a core router');
      return [];
    }
    if (router.type === 'admin') {
      mistake('the type "admin" is out of reach: routes of Strapi’s admin panel; use "content-api"');
      return [];
    }
    routes = typeof router.routes === 'function' ? router.routes() : router.routes;
    if (!Array.isArray(routes)) {
      mistake('has no list of routes');
      return [];
    }
    const prefix = typeof router.prefix === 'string' ? router.prefix : (usual ?? null);
    return routes.flatMap((raw) => routeOf(raw, { owner, file, prefix }, mistake));
  } catch (error) {
    mistakes.push(mistakeOf(error, file, project));
    return [];
  }
}

function routeOf(
  raw: unknown,
  place: Pick<ProjectRoute, 'owner' | 'file' | 'prefix'>,
  mistake: (message: string, ...texts: readonly unknown[]) => void,
): ProjectRoute[] {
  const { value, issues } = runCheck(ROUTE, raw);
  const written = check.isPlainObject(raw) ? raw : {};
  for (const { path, message } of issues)
    mistake(
      `${String(written.method)} ${String(written.path)} → ${path.join('.')}: ${message}`,
      written.path,
      written.handler,
    );
  if (issues.length > 0) return [];
  const { method, path, handler, config } = value;
  // The server answers these by itself.
  if (method === 'OPTIONS' || method === 'HEAD') return [];
  const { auth, policies = [], middlewares = [], prefix } = config ?? NO_CONFIG;
  const before = typeof prefix === 'string' ? prefix : (place.prefix ?? '');
  const route = {
    ...place,
    path: `${before}${path.startsWith('/') ? path : `/${path}`}`,
    handler: handler as ProjectRoute['handler'],
    policies: policies as readonly Given[],
    middlewares: middlewares as readonly Given[],
    auth: auth === false ? (false as const) : typeof auth === 'object' ? (auth.scope ?? null) : null,
    raw: written,
  };
  return (method === 'ALL' ? METHODS : [method]).map((one) => ({ ...route, method: one }));
}

/** The first line with one of the texts, as the file quotes them. The first text that is found counts. */
export function lineOf(dir: string, file: string, ...texts: readonly unknown[]): number {
  const lines = readFileSync(join(dir, file), 'utf8').split('\n');
  for (const text of texts) {
    const quoted = ["'", '"', '`'].map((quote) => `${quote}${String(text)}${quote}`);
    const at = lines.findIndex((line) => quoted.some((one) => line.includes(one)));
    if (at !== -1) return at + 1;
  }
  return 1;
}
