// A koa middleware of an application, with its name for messages.
import type { Middleware } from 'koa';

export interface KoaStep {
  readonly run: Middleware;
  /** `The koa middleware "./src/session" (config/middlewares → [3])` */
  readonly label: string;
  /** It needs `ctx.request.body` and `ctx.request.files`. */
  readonly readsBody: boolean;
}

/** A koa middleware of config/middlewares. */
export interface ChainStep extends KoaStep {
  /** In lower case, such as `/admin`; null: all paths. */
  readonly path: string | null;
}
