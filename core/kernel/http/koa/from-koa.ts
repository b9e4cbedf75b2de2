// A koa middleware as a middleware of routes.
import type { Middleware } from 'koa';
import type { RouteMiddleware } from '../routes/route';
import { runKoa } from './run-koa';

/**
 * For `middlewares` of a route or of `rest.types`, and for `app.middlewares.add`: `fromKoa(compress())`. `name` is for messages; default:
 * the name of the function.
 */
export function fromKoa(middleware: Middleware, name = middleware.name || 'without a name'): RouteMiddleware {
  return (request, next) => {
    const label = `The koa middleware "${name}" of ${request.method} ${request.path}${ofPlugin(request)}`;
    return runKoa(request, [{ run: middleware, label }], next);
  };
}

const ofPlugin = ({ source }: { readonly source: string | null }): string =>
  source === null ? '' : `, a route of the plugin "${source}",`;
