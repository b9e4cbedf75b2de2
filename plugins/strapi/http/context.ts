// The koa context as code of Strapi expects it: helpers for answers, `ctx.query` as an object that code may replace, and `ctx.state`.
import { STATUS_CODES } from 'node:http';
import type { Context } from 'koa';
import type { RequestContext } from '../../../core';
import { type Scope, setScope } from '../content/scope';

export interface OpenContext {
  readonly request: RequestContext;
  readonly scope: Scope;
  /** The user with its role; null: there is none. */
  readonly user: Readonly<Record<string, unknown>> | null;
  /** The route as the project wrote it. */
  readonly route: object;
  readonly isOpen: boolean;
}

const extended = new WeakSet<object>();
const QUERY = Symbol('query');
const QUERY_SOURCE = Symbol('source of the query');

export function openContext({ request, scope, user, route, isOpen }: OpenContext): Context {
  const ctx = request.koa;
  addHelpers(ctx);
  setScope(ctx, scope);
  Reflect.set(ctx.request, QUERY, { ...request.query });
  ctx.params = { ...request.params };
  ctx.state.route = route;
  ctx.state.isAuthenticated = !isOpen && request.principal !== null;
  if (isOpen) return ctx;
  if (user !== null) ctx.state.user = user;
  const name = request.principal?.kind === 'api-tokens' ? 'api-token' : 'users-permissions';
  ctx.state.auth = { strategy: { name }, credentials: user ?? request.principal };
  setScope(ctx.state.auth, scope);
  return ctx;
}

/** As `includeUnparsed` of `strapi::body` names it. */
const UNPARSED = Symbol.for('unparsedBody');

/** After koa-body: Strapi has an object also without a body. The text as it was sent is a hidden member of it. */
export function completeBody({ request }: Context): void {
  if (Reflect.get(request, 'body') === undefined) Reflect.set(request, 'body', {});
  const body: unknown = Reflect.get(request, 'body');
  const text: unknown = Reflect.get(request, 'rawBody');
  if (typeof text === 'string' && typeof body === 'object' && body !== null)
    Object.defineProperty(body, UNPARSED, { value: text, configurable: true });
}

/** `ctx.query` of a global middleware is a copy of `query()`, made when code reads it. */
export function offerQuery({ request }: Context, query: () => object): void {
  if (Reflect.get(request, QUERY_SOURCE) === undefined)
    Reflect.set(request, QUERY_SOURCE, () => structuredClone(query()));
}

/** undefined: no code has read or set it. */
export const queryRead = ({ request }: Context): unknown => Reflect.get(request, QUERY);

/** `ctx.badRequest(…)`, `ctx.send(…)` for all contexts of a server. */
export function addHelpers({ app, response }: Context): void {
  if (extended.has(app)) return;
  extended.add(app);
  addQuery(app.request);
  const own = Object.getPrototypeOf(Object.getPrototypeOf(response));
  for (const [name, helper] of Object.entries(HELPERS)) {
    own[name] = helper;
    app.context[name] = function delegate(this: Context, ...args: unknown[]) {
      return Reflect.apply(helper, this.response, args);
    };
  }
}

/**
 * koa reads a flat object, and writes the text of the URL. The code of a project gets an object that it may replace. One accessor for all
 * requests: an accessor for each would cost more than the query.
 */
function addQuery(prototype: object): void {
  const ofKoa = inheritedAccessor(prototype, 'query');
  Object.defineProperty(prototype, 'query', {
    configurable: true,
    get(this: object) {
      if (!Object.hasOwn(this, QUERY)) {
        const source: unknown = Reflect.get(this, QUERY_SOURCE);
        if (typeof source !== 'function') return ofKoa.get?.call(this);
        Reflect.set(this, QUERY, source());
      }
      return Reflect.get(this, QUERY);
    },
    set(this: object, value: unknown) {
      if (Object.hasOwn(this, QUERY) || Object.hasOwn(this, QUERY_SOURCE)) Reflect.set(this, QUERY, value);
      else ofKoa.set?.call(this, value);
    },
  });
}

function inheritedAccessor(start: object, name: string): PropertyDescriptor {
  for (let at: object | null = start; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found;
  }
  return {};
}

type Helper = (this: Context['response'], ...args: unknown[]) => void;

const errorHelper = (status: number, title: string): Helper =>
  function answer(message: unknown = title, details: unknown = {}) {
    this.status = status;
    this.body = {
      data: null,
      error: { status, name: errorName(status), message: textOf(message, title), details: details ?? {} },
    };
  };

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const HELPERS: Readonly<Record<string, Helper>> = {
  ...Object.fromEntries(
    Object.entries(STATUS_CODES)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, title = '']) => [camelCase(title), errorHelper(Number(status), title)]),
  ),
  send(data, status = 200) {
    this.status = Number(status);
    this.body = data;
  },
  created(data) {
    this.status = 201;
    this.body = data;
  },
  deleted(data) {
    if (data === undefined || data === null) this.status = 204;
    else {
      this.status = 200;
      this.body = data;
    }
  },
};

/** 404 → `NotFoundError`. */
export function errorName(status: number): string {
  const title = STATUS_CODES[status] ?? 'Error';
  const name = title.split(' ').map(capital).join('').replace(/\W/g, '');
  return name.endsWith('Error') ? name : `${name}Error`;
}

/** `Not Found` → `notFound`, `I'm a Teapot` → `imATeapot`. */
function camelCase(title: string): string {
  const joined = title
    .replaceAll("'", '')
    .split(/[^A-Za-z]+/)
    .map((word) => capital(word.toLowerCase()))
    .join('');
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** A message may be an error. */
const textOf = (message: unknown, title: string): string => {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : (JSON.stringify(message) ?? title);
};
