// `GET /`: what this server is, for people and programs that know no path yet. A plugin's own `GET /` or `GET /*rest` replaces it.
import type { CollectedRoute } from './route-collector';

export function rootRoute(about: Readonly<Record<string, unknown>>): CollectedRoute {
  return {
    definition: {
      method: 'GET',
      path: '/',
      action: null,
      summary: 'What this server is',
      handler: () => ({ json: about }),
    },
    source: 'core',
    policies: [],
    middlewares: [],
  };
}
