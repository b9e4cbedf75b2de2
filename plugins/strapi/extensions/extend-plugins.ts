// Extensions of Strapi's plugins in one application: runs them, and taps the hooks that their routes and attributes need.
import { type App, type Mistake, type RouteDefinition, StartupError } from '../../../core';
import { mistakeOf, type Parts, type Project } from '../project/load-project';
import { type BaselineOptions, createBaselines, rawRoute, USERS } from './baselines';
import { addedAttributes } from './extended-types';
import { servedRoutes } from './extension-routes';
import { type ExtendedPlugins, runExtensions } from './run-extensions';

export interface ExtendOptions extends Pick<BaselineOptions, 'services' | 'mistakes'> {
  readonly app: App;
  readonly project: Project;
  readonly strapi: object;
}

export interface PluginExtensions {
  readonly plugins: ExtendedPlugins;
  /** Of the project and of the extensions, by uid. */
  readonly lifecycles: Parts;
  /** `routesOf`: the routes that extensions add to a plugin. */
  attach(routesOf: (plugin: string) => readonly RouteDefinition[]): void;
  /** `register` or `bootstrap` of the extended plugins. */
  run(name: 'register' | 'bootstrap'): Promise<void>;
}

export function extendPlugins({ app, project, strapi, services, mistakes }: ExtendOptions): PluginExtensions {
  const baselines = createBaselines({ app, services, mistakes });
  const { plugins, finish } = runExtensions({ project, baselines, strapi, mistakes });
  const added = new Map([...plugins.values()].flatMap((plugin) => [...addedAttributes(plugin, mistakes)]));
  return {
    plugins,
    lifecycles: new Map([
      ...project.lifecycles,
      ...[...plugins.values()].flatMap(({ lifecycles }) => [...lifecycles]),
    ]),
    attach(routesOf) {
      const { hooks } = app;
      hooks.schema.contentType((type) => {
        // The file of the schema may name it, too.
        for (const [name, attribute] of Object.entries(added.get(type.uid) ?? {}))
          if (!Object.hasOwn(type.definition.attributes, name)) type.addAttribute(name, attribute);
      });
      const users = plugins.get(USERS);
      if (users?.file)
        hooks.users.routes((routes) =>
          servedRoutes(routes, routesOf(USERS), (route) => rawRoute(route, app), users),
        );
      hooks.schema.ready(() => {
        for (const name of plugins.keys())
          if (name !== USERS) for (const route of routesOf(name)) app.routes.add(route);
      });
    },
    async run(name) {
      const failed = (error: unknown, file: string): Mistake => mistakeOf(error, file, project);
      for (const { file, object, baseline } of plugins.values()) {
        const { [name]: run } = object;
        if (file === null || typeof run !== 'function') continue;
        try {
          if (name === 'register') await finish();
          await run({ strapi });
        } catch (error) {
          throw new StartupError(`The extension of ${baseline.name} failed:`, [failed(error, file)]);
        }
      }
    },
  };
}
