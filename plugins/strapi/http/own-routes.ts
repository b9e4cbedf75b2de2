// Divides the routes of a project between the plugin `rest`, which serves the plain core routes, and this plugin.
import type { ContentType, RouteDefinition } from '../../../core';
import { coreActions } from '../content/core-controller';
import type { Project } from '../project/load-project';
import { type Mounted, patternOf } from './mount';

export interface OwnRoutes {
  /** The generated routes of a type that stay. A type of the project has only the routes of its route files. */
  of(generated: readonly RouteDefinition[], type: ContentType): readonly RouteDefinition[];
  /** The routes that an extension adds to a plugin. */
  ofPlugin(name: string): readonly RouteDefinition[];
  /** All other routes of the project; after `of` of all types. */
  others(): readonly RouteDefinition[];
  /** Permissions that no route asks for. */
  unasked(): ReadonlySet<string>;
}

export function createOwnRoutes(
  { apis }: Project,
  mountAll: () => Mounted & { readonly isIntercepted: (uid: string) => boolean },
): OwnRoutes {
  let mounted: ReturnType<typeof mountAll> | null = null;
  const all = (): ReturnType<typeof mountAll> => {
    mounted ??= mountAll();
    return mounted;
  };
  const served = new Set<string>();

  const isOfProject = ({ uid }: ContentType): boolean => {
    const [, api = '', name = ''] = /^api::([^.]+)\.(.+)$/.exec(uid) ?? [];
    return apis.get(api)?.types.includes(name) === true;
  };

  return {
    of(generated, type) {
      if (!isOfProject(type)) return generated;
      const { plain, isIntercepted } = all();
      const core = new Set(coreActions(type).map((name) => `${type.uid}.${name}`));
      return generated.flatMap((route) => {
        // Operations of plugins are no routes of Strapi, and need permissions of their own.
        if (!core.has(route.action ?? '')) return [route];
        const key = `${route.method} ${patternOf(route.path)}`;
        const own = plain.get(key);
        if (!own || own.action !== route.action) return [];
        served.add(key);
        return [
          {
            ...route,
            commits: 'found' as const,
            handler: (request, input) =>
              isIntercepted(type.uid) ? own.handler(request, input) : route.handler(request, input),
          } satisfies RouteDefinition,
        ];
      });
    },
    unasked: () => all().unasked,
    ofPlugin: (name) => all().ofPlugins.get(name) ?? [],
    others() {
      const { own, plain } = all();
      return [...own, ...[...plain].flatMap(([key, route]) => (served.has(key) ? [] : [route]))];
    },
  };
}
