// For whom a context of the project works. Policies see an object that inherits from the context, so the scope is one of its members.
import type { Context } from 'koa';
import {
  type Caller,
  OPEN_VISIBILITY,
  type RequestContext,
  requestCaller,
  type Visibility,
  withVisibility,
} from '../../../core';

export interface Scope {
  readonly request: RequestContext;
  readonly caller: Caller;
  readonly visibility: Visibility;
}

const SCOPE = Symbol('scope');

/**
 * Of a route with `auth: false`, and of code that cleans data without `ctx.state.auth`: nothing private, and no relations, as in Strapi. Media
 * are shown.
 */
export const UNKNOWN_VISIBILITY: Visibility = withVisibility(OPEN_VISIBILITY, {
  scope: 'open route of a project',
  canRead: ({ uid }) => uid === 'plugin::upload.file',
  allows: () => false,
});

export const scopeOfRequest = (request: RequestContext, isOpen: boolean): Scope =>
  isOpen
    ? {
        request,
        caller: requestCaller(request.principal, UNKNOWN_VISIBILITY, request),
        visibility: UNKNOWN_VISIBILITY,
      }
    : { request, caller: request.caller, visibility: request.visibility };

export function setScope(target: object, scope: Scope): void {
  Object.defineProperty(target, SCOPE, { value: scope });
}

/** Of a context, or of `ctx.state.auth`. */
export function scopeOf(target: unknown): Scope | null {
  return typeof target === 'object' && target !== null ? (Reflect.get(target, SCOPE) ?? null) : null;
}

export function requireScope(ctx: Context): Scope {
  const scope = scopeOf(ctx);
  if (scope) return scope;
  throw new Error('This is no context of a request. Pass the `ctx` of the action.');
}
