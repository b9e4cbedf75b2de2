// An action of Quire's own routes as a function of a koa context. Code that replaces the action may call it, and change what it answers.
import type { Context } from 'koa';
import {
  type Answer,
  type App,
  insideRoute,
  type Mistake,
  type RequestContext,
  type RouteDefinition,
} from '../../../core';
import { requireScope } from '../content/scope';
import { NAME } from '../types';

export type OriginalAction = (ctx: Context) => Promise<void>;

export interface OriginalOptions {
  readonly app: Pick<App, 'policies' | 'isProduction'>;
  readonly route: RouteDefinition;
  readonly mistakes: Mistake[];
}

export function originalAction({ app, route, mistakes }: OriginalOptions): OriginalAction {
  const run = insideRoute(route, {
    policies: app.policies,
    showHints: !app.isProduction,
    plugin: NAME,
    at: `the action ${route.action}`,
    mistakes,
  });
  return async (ctx) => {
    const { request, caller, visibility } = requireScope(ctx);
    const params = { ...ctx.params };
    const own = {
      query: ctx.query,
      params,
      visibility,
      caller,
      can: (action: string) => visibility.allows(action),
    };
    const body: unknown = Reflect.get(ctx.request, 'body');
    show(ctx, await run(withMembers(request, own), { params, query: undefined, body }));
  };
}

/** The request, with other values for some members. */
export const withMembers = (request: RequestContext, own: object): RequestContext =>
  new Proxy(request, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** As values, so that code of the project can change them. */
function show(ctx: Context, answer: Answer): void {
  if (answer.headers !== undefined) ctx.set({ ...answer.headers });
  if ('json' in answer) ctx.body = answer.json;
  else if ('text' in answer) ctx.body = JSON.parse(answer.text);
  ctx.status = answer.status ?? 200;
}
