// The router of a server: the routes of the application and those of the server itself.
import { type Mistake, StartupError } from '../../errors/startup-error';
import type { Logger } from '../../log/logger';
import type { HttpSettings } from '../built-in-middlewares';
import { type CompiledRoute, compileRoute, type RouteSurroundings } from './compile-route';
import { readinessRoutes } from './readiness';
import { type RootPage, rootRoutes } from './root';
import type { CollectedRoute } from './route-collector';
import { patternOf } from './route-path';
import { createRouter } from './router';

interface RouteSources extends Omit<RouteSurroundings, 'body'> {
  readonly routes: readonly CollectedRoute[];
  readonly settings: HttpSettings;
  readonly log: Logger;
  readonly root: RootPage;
  ready(): Promise<void>;
  health?(): Readonly<Record<string, object>>;
}

export function compileRoutes(options: RouteSources, isClosing: () => boolean) {
  const mistakes: Mistake[] = options.routes.flatMap(({ definition, source, check }) => {
    const message = check?.() ?? null;
    return message === null
      ? []
      : [{ where: source, at: `${definition.method} ${definition.path}`, message }];
  });
  const around: RouteSurroundings = {
    ...options,
    body: options.settings.body,
  };
  const compile = (routes: readonly CollectedRoute[], surroundings: RouteSurroundings) =>
    routes.map((route) => ({
      method: route.definition.method,
      path: route.definition.path,
      route: compileRoute(route, surroundings, mistakes),
    }));
  const own = [
    ...(options.routes.some(isRootWildcard) ? [] : rootRoutes(options.root)),
    ...readinessRoutes(options.ready, options.health ?? (() => ({})), isClosing, options.log),
  ];
  const router = createRouter<CompiledRoute>([
    // Routes of the server need no credentials.
    ...compile(own, { ...around, authenticate: null }),
    ...compile(options.routes, around),
  ]);
  if (mistakes.length > 0) throw new StartupError('Some routes are invalid:', mistakes);
  return router;
}

/** `GET /*rest` answers `GET /`, the icon and robots.txt. */
const isRootWildcard = ({ definition: { method, path } }: CollectedRoute): boolean =>
  method === 'GET' && patternOf(path) === '*';
