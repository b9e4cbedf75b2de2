// For whom a context of the project works, and a call with a query of its client. Policies see an object that inherits from the context, so
// the scope is one of its members.
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

export type Rights = Pick<Scope, 'caller' | 'visibility'>;

const SCOPE = Symbol('scope');
const RIGHTS = Symbol('rights');

/** Of a route with `auth: false`: nothing private, and no relations, as in Strapi. Media are shown. */
export const UNKNOWN_VISIBILITY: Visibility = withVisibility(OPEN_VISIBILITY, {
  scope: 'open route of a project',
  canRead: ({ uid }) => uid === 'plugin::upload.file',
  allows: () => false,
});

export const scopeOfRequest = (request: RequestContext): Scope => ({
  request,
  caller: request.caller,
  visibility: request.visibility,
});

/** Of an open route: it shows no rows but those that hooks leave to a request without permissions. */
export function openScope(request: RequestContext, unasked: Visibility): Scope {
  const isLimited = unasked.rowFilter || unasked.preset || unasked.canRelink;
  const visibility = isLimited ? withRowsOf(UNKNOWN_VISIBILITY, unasked) : UNKNOWN_VISIBILITY;
  return { request, caller: requestCaller(request.principal, visibility, request), visibility };
}

/** The fields of `base`, in the rows of `rows`. */
const withRowsOf = (base: Visibility, rows: Visibility, own: Partial<Visibility> = {}): Visibility =>
  withVisibility(base, {
    scope: JSON.stringify([base.scope, rows.scope]),
    rowFilter: rows.rowFilter?.bind(rows),
    canRelink: rows.canRelink?.bind(rows),
    preset: rows.preset?.bind(rows),
    ...own,
  } as Partial<Visibility> & Pick<Visibility, 'scope'>);

/** The fields that code sees. */
const FIELDS_OF_CODE: Visibility = withVisibility(OPEN_VISIBILITY, {
  scope: 'code of a project',
  readsPrivate: () => true,
});
/** Code reads drafts unless it names a status. The query of a client was checked before. */
const READ_DRAFT = /\.readDraft$/;

/** The query with the rights of its client. A copy with spread keeps them. */
export const withRights = <T extends object>(query: T, { caller, visibility }: Rights): T => ({
  ...query,
  [RIGHTS]: { caller, visibility },
});

/** Words for the document service: a call with the query of a client works on the rows of this client, with the fields of code. */
export function rightsIn(query: object): Partial<Rights> {
  const rights = rightsOf(query);
  if (rights === null) return {};
  const { caller, visibility } = rights;
  const allows = (action: string): boolean => READ_DRAFT.test(action) || visibility.allows(action);
  return { caller, visibility: withRowsOf(FIELDS_OF_CODE, visibility, { allows }) };
}

export const rightsOf = (query: object): Rights | null => Reflect.get(query, RIGHTS) ?? null;

/** `made` from `params`, with the rights of the call, whatever the code of the project made of them. */
export function keepRights<T extends object>(params: object, made: T): T {
  const rights = rightsOf(params);
  return rights === null ? made : withRights(made, rights);
}

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
