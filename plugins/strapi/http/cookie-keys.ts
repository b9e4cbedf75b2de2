// `ctx.cookies` of a project signs and checks cookies with `app.keys` of its config/server, as in Strapi.
import type { Context } from 'koa';

/** Returns a function for each context, before code runs. */
export function cookieKeys(config: { get(path: string): unknown }): (ctx: Context) => void {
  let isRead = false;
  return ({ app }) => {
    if (isRead) return;
    isRead = true;
    const given = config.get('server.app.keys');
    const keys = Array.isArray(given) ? given.filter((key) => typeof key === 'string' && key !== '') : [];
    if (keys.length > 0) app.keys = keys;
  };
}
