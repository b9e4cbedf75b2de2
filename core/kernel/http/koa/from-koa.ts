// A koa middleware as a middleware of routes.
import type { Middleware } from 'koa';
import type { RouteMiddleware } from '../routes/route';
import { runKoa } from './run-koa';

export interface FromKoaOptions {
  /** For messages. Default: the name of the function. */
  readonly name?: string;
  /** The middleware needs `ctx.request.body` and `ctx.request.files`. */
  readonly body?: boolean;
}

/** For `middlewares` of a route or of `rest.types`, and for `app.middlewares.add`: `fromKoa(compress())`. */
export function fromKoa(middleware: Middleware, options: FromKoaOptions = {}): RouteMiddleware {
  const { name = middleware.name || 'without a name', body = false } = options;
  return (request, next) => {
    const label = `The koa middleware "${name}" of ${request.method} ${request.path}${ofPlugin(request)}`;
    return runKoa(request, [{ run: middleware, label, readsBody: body }], next);
  };
}

const ofPlugin = ({ source }: { readonly source: string | null }): string =>
  source === null ? '' : `, a route of the plugin "${source}",`;
