// Runs an action of a project as one koa middleware: policies, middlewares, action, in the order of Strapi.
import { STATUS_CODES } from 'node:http';
import { isNativeError, isPromise } from 'node:util/types';
import type { Context, Middleware } from 'koa';
import {
  AppError,
  check,
  coreErrors,
  fromKoa,
  type RequestContext,
  type RouteDefinition,
  type Visibility,
} from '../../../core';
import { openScope, scopeOfRequest } from '../content/scope';
import { unreadText } from '../content/unread-answer';
import { completeBody, errorName, openContext } from './context';

export type Action = (ctx: Context, next: () => Promise<unknown>) => unknown;

export interface ActionChain {
  /** The route as the project wrote it, for `ctx.state.route`. */
  readonly route: object;
  /** `auth: false`. */
  readonly isOpen: boolean;
  /** For messages. */
  readonly name: string;
  readonly steps: readonly Action[];
  /** The members of path parameters that are no names, such as `0` of `(.*)`. */
  readonly params?: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>> | null;
}

export interface ActionSurroundings {
  userOf(request: RequestContext): Promise<Readonly<Record<string, unknown>> | null>;
  /** What hooks leave to a request for which no permission is asked. */
  unaskedOf(request: RequestContext): Visibility | PromiseLike<Visibility>;
  /** Makes `strapi.requestContext.get()` find the context. */
  within<T>(ctx: Context, work: () => Promise<T>): Promise<T>;
}

export function actionHandler(
  { route, isOpen, name, steps, params }: ActionChain,
  { userOf, unaskedOf, within }: ActionSurroundings,
): RouteDefinition['handler'] {
  const run: Middleware = async (ctx) => {
    completeBody(ctx);
    await within(ctx, () => compose(steps, ctx, name));
    await completeAnswer(ctx);
    // The action has written to node's response itself.
    if (ctx.respond === false || ctx.res.headersSent || ctx.res.writableEnded) return;
    if (ctx.body == null && Reflect.get(ctx.response, '_explicitStatus') !== true)
      throw coreErrors.ROUTE_NOT_FOUND();
  };
  const step = fromKoa(run, { name, body: true });
  return async (request, input) => {
    const user = isOpen ? null : await userOf(request);
    const scope = isOpen ? openScope(request, await unaskedOf(request)) : scopeOfRequest(request);
    const ctx = openContext({ request, scope, user, route, isOpen });
    if (params) {
      const named = params(request.params);
      if (named === null) throw coreErrors.ROUTE_NOT_FOUND();
      ctx.params = named;
    }
    try {
      return await step(request, notReached, undefined, input);
    } catch (error) {
      throw clientError(error);
    }
  };
}

const notReached = (): never => {
  throw coreErrors.ROUTE_NOT_FOUND();
};

/** What an action returns becomes the body, unless it has set one. */
async function compose(steps: readonly Action[], ctx: Context, name: string): Promise<void> {
  let reached = -1;
  const runFrom = async (at: number): Promise<unknown> => {
    if (at <= reached) throw new Error(`A middleware of ${name} calls next() twice; call it once`);
    reached = at;
    const result = await steps[at]?.(ctx, () => runFrom(at + 1));
    if (at === steps.length - 1 && ctx.body == null && result != null) ctx.body = result;
    return result;
  };
  await runFrom(0);
}

/** `ctx.send({ jwt: issue({ id }) })`: code of Strapi does not wait for a token. */
async function completeAnswer(ctx: Context): Promise<void> {
  const { body } = ctx;
  const text = unreadText(body);
  if (text !== null) {
    // koa has set the type of an object.
    ctx.body = text;
    return;
  }
  if (!check.isPlainObject(body)) return;
  for (const [key, value] of Object.entries(body)) if (isPromise(value)) body[key] = await value;
}

/** Errors of `ctx.throw(404, 'gone')`, and others with a status. Those of the server have no message for clients. */
function clientError(error: unknown): unknown {
  if (error instanceof AppError || !isNativeError(error) || !('status' in error)) return error;
  const status = Number(error.status);
  if (!Number.isInteger(status) || status < 400 || status > 599 || status === 500) return error;
  if (status > 500)
    return new AppError({
      code: 'STRAPI_PROJECT',
      name: errorName(status),
      status,
      message: STATUS_CODES[status] ?? 'Internal Server Error',
      details: null,
      cause: error,
    });
  return new AppError({
    code: 'STRAPI_PROJECT',
    name: error.name,
    status,
    message: error.message,
    details: 'details' in error && check.isPlainObject(error.details) ? error.details : null,
    cause: error,
  });
}
