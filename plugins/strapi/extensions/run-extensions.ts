// Runs `src/extensions/<plugin>/strapi-server`: functions that change a plugin of Strapi. What they leave becomes parts of the project.
import { isPromise } from 'node:util/types';
import { check, type Mistake } from '../../../core';
import { mistakeOf, type Part, type Parts, type Project } from '../project/load-project';
import { type Baseline, nothing, type PluginObject, pluginObject } from './plugin-object';

/** A plugin of Strapi after its extension, if it has one. */
export interface ExtendedPlugin {
  readonly baseline: Baseline;
  /** The file of the extension; null: there is none. */
  readonly file: string | null;
  readonly object: PluginObject;
  readonly controllers: Parts;
  /** Without those that the extension leaves as they are. */
  readonly services: Parts;
  readonly policies: Parts;
  readonly middlewares: Parts;
  /** By uid. */
  readonly lifecycles: Parts;
}

export type ExtendedPlugins = ReadonlyMap<string, ExtendedPlugin>;

export interface ExtensionOptions {
  readonly project: Pick<Project, 'extensions' | 'placeOf'>;
  readonly baselines: readonly Baseline[];
  readonly strapi: object;
  readonly mistakes: Mistake[];
}

export interface Extensions {
  readonly plugins: ExtendedPlugins;
  /** Waits for functions that are asynchronous. Throws if such a function changes the plugin too late. */
  finish(): Promise<void>;
}

export function runExtensions({ project, baselines, strapi, mistakes }: ExtensionOptions): Extensions {
  const pending: (() => Promise<void>)[] = [];

  /** A router that is a function runs once: it may add to the list of another. */
  function withRoutes(object: PluginObject, file: string): PluginObject {
    const { routes } = object;
    const api: unknown = Array.isArray(routes) ? routes : Object(routes)['content-api'];
    if (typeof api === 'function' && !Array.isArray(Reflect.get(api, 'routes')))
      object.routes = { ...routes, 'content-api': api({ strapi }) as unknown };
    if (!Array.isArray(listOf(object.routes)))
      mistakes.push({
        where: file,
        message: 'routes["content-api"] has no list of routes; change its member routes',
      });
    return object;
  }

  function changed({ file, value }: Part, made: PluginObject): PluginObject {
    if (value === undefined) return made;
    if (typeof value !== 'function') {
      mistakes.push({ where: file, message: 'exports no function; expected (plugin) => plugin' });
      return made;
    }
    try {
      const result: unknown = value(made);
      if (isPromise(result)) {
        withRoutes(made, file);
        pending.push(waitFor(result, made, file));
        return made;
      }
      if (check.isPlainObject(result)) return withRoutes(result as unknown as PluginObject, file);
      mistakes.push({
        where: file,
        message: 'the function returns no plugin; return the plugin that it gets',
      });
    } catch (error) {
      mistakes.push(mistakeOf(error, file, project));
    }
    return made;
  }

  const plugins = new Map(
    baselines.map((baseline): [string, ExtendedPlugin] => {
      const part = project.extensions.get(baseline.name);
      const made = pluginObject(baseline);
      const before = { ...made.services };
      const object = part ? changed(part, made) : made;
      return [baseline.name, partsOf(baseline, part?.file ?? null, object, before)];
    }),
  );
  return {
    plugins,
    async finish() {
      for (const one of pending) await one();
    },
  };
}

/** Routes and types are read at once: later changes would have no effect. */
function waitFor(result: Promise<unknown>, made: PluginObject, file: string): () => Promise<void> {
  const left = membersOf(made);
  // Startup reports it below.
  result.catch(nothing);
  return async () => {
    const returned = await result;
    const now = membersOf(made);
    if (returned === made && now.length === left.length && now.every((one, at) => one === left[at])) return;
    throw new Error(
      `${file} changes the plugin after an await, which has no effect; change it before, or in bootstrap`,
    );
  };
}

function membersOf({
  controllers,
  services,
  policies,
  middlewares,
  routes,
  contentTypes,
}: PluginObject): unknown[] {
  const inside = (members: object): unknown[] =>
    Object.entries(members).flatMap(([key, value]) => [
      key,
      value,
      ...(check.isPlainObject(value) ? Object.values(value) : []),
    ]);
  return [
    ...[controllers, services, policies, middlewares].flatMap(inside),
    JSON.stringify([routesOf(routes), contentTypes]),
  ];
}

/** The list of routes, in any of the forms that Strapi takes. */
export function routesOf(routes: PluginObject['routes']): readonly unknown[] {
  const list = listOf(routes);
  return Array.isArray(list) ? list : [];
}

function listOf(routes: PluginObject['routes']): unknown {
  const api: unknown = Array.isArray(routes) ? routes : Object(routes)['content-api'];
  return Array.isArray(api) ? api : Object(api).routes;
}

function partsOf(
  baseline: Baseline,
  file: string | null,
  object: PluginObject,
  before: Readonly<Record<string, unknown>>,
): ExtendedPlugin {
  const where = file ?? baseline.name;
  const parts = (members: object | undefined): Parts =>
    new Map(Object.entries(members ?? {}).map(([key, value]) => [key, { file: where, value }]));
  const types = Object.entries(object.contentTypes ?? {});
  return {
    baseline,
    file,
    object,
    controllers: parts(object.controllers),
    services: new Map([...parts(object.services)].filter(([key, { value }]) => value !== before[key])),
    policies: parts(object.policies),
    middlewares: parts(object.middlewares),
    lifecycles: new Map(
      types
        .filter(([, type]) => check.isPlainObject(type?.lifecycles))
        .map(([key, { lifecycles }]) => [
          `plugin::${baseline.name}.${key}`,
          { file: where, value: lifecycles },
        ]),
    ),
  };
}
