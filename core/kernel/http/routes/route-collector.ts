// Collects the routes of all plugins with the plugin's name, before they are compiled.

import { runCheck } from '../../check/check';
import { part, reference } from '../../check/part';
import { type AnyFunction, attribute } from '../../errors/attribute';
import { type Mistake, StartupError } from '../../errors/startup-error';
import { mistakesOf, refuseMistakes } from '../../registry/refuse-mistakes';
import type { CacheControl } from '../request/cache-control';
import {
  type MiddlewareReference,
  type PolicyReference,
  type RouteChecks,
  type RouteDefinition,
  route,
} from './route';
import { routeCheck } from './route-check';
import { pathMistakes, patternOf } from './route-path';

/** A route with its plugin, and with policies and middlewares that other plugins attached. */
export interface CollectedRoute {
  readonly definition: RouteDefinition;
  /** The plugin's name, for logs and startup messages. */
  readonly source: string;
  readonly policies: readonly PolicyReference[];
  readonly middlewares: readonly MiddlewareReference[];
  readonly cacheControl?: CacheControl;
  /** Returns a mistake that stops startup, such as a folder that does not exist; null: there is none. */
  readonly check?: () => string | null;
}

type AddedRoute = Pick<CollectedRoute, 'definition' | 'source' | 'check'>;

/** `finish` checks the members. */
const ANY_OBJECT = part({}, { open: true });

export class RouteCollector {
  private readonly collected: AddedRoute[] = [];
  private isFinished = false;

  add<const C extends RouteChecks, const Path extends string>(
    definition: RouteDefinition<C, Path>,
    source: string,
    check?: CollectedRoute['check'],
  ): void {
    refuseMistakes(definition, ANY_OBJECT, { subject: 'a route', plugin: source });
    const { method, path } = definition;
    if (this.isFinished)
      throw new Error(
        `The route ${method} ${path} is added too late; add routes in register() or in the hook schema.ready`,
      );
    this.collected.push({ definition: route(definition), source, ...(check && { check }) });
  }

  /** Calls `visit` (the hook `http.route`) once for each route, and returns all routes. */
  finish(visit?: (builder: RouteBuilder) => void): CollectedRoute[] {
    this.isFinished = true;
    const valid: AddedRoute[] = [];
    const mistakes = this.collected.flatMap((route) => {
      const { definition, source } = route;
      const place = { where: source, at: placeOf(definition) };
      const { issues } = runCheck(routeCheck, definition);
      const own = mistakesOf(issues, source, place.at);
      const all =
        typeof definition.path === 'string' ? [...own, ...pathMistakes(definition.path, place)] : own;
      if (all.length === 0) valid.push(route);
      return all;
    });
    mistakes.push(...duplicates(valid));
    if (mistakes.length > 0) throw new StartupError('Some routes are invalid:', mistakes);
    return this.collected.map(({ definition, source, check }) => {
      const builder = new RouteBuilder(definition, source);
      visit?.(builder);
      return { ...builder.build(), ...(check && { check }) };
    });
  }
}

interface AddedParts {
  cacheControl: CacheControl | undefined;
  readonly policies: PolicyReference[];
  readonly middlewares: MiddlewareReference[];
}

/** The argument of the hook `http.route`. Policies and middlewares added here run before those of the route. */
export class RouteBuilder {
  constructor(
    readonly definition: RouteDefinition,
    readonly source: string,
    private readonly plugin = source,
    private readonly added: AddedParts = {
      cacheControl: definition.cacheControl,
      policies: [],
      middlewares: [],
    },
  ) {}

  /** A view of the same route. Errors of functions that are added through the view name `plugin`. */
  as(plugin: string): RouteBuilder {
    return new RouteBuilder(this.definition, this.source, plugin, this.added);
  }

  get cacheControl(): CacheControl | undefined {
    return this.added.cacheControl;
  }

  /** Replaces the value of the route. */
  set cacheControl(value: CacheControl | undefined) {
    this.added.cacheControl = value;
  }

  get method(): RouteDefinition['method'] {
    return this.definition.method;
  }

  get path(): string {
    return this.definition.path;
  }

  get action(): string | null {
    return this.definition.action;
  }

  addPolicy(policy: PolicyReference): this {
    this.refuse('policy', policy);
    this.added.policies.push(this.own('policy', policy));
    return this;
  }

  addMiddleware(middleware: MiddlewareReference): this {
    this.refuse('middleware', middleware);
    this.added.middlewares.push(this.own('middleware', middleware));
    return this;
  }

  build(): CollectedRoute {
    const { definition, source } = this;
    const { cacheControl, policies, middlewares } = this.added;
    return {
      definition,
      source,
      ...(cacheControl === undefined ? {} : { cacheControl }),
      policies: [...policies, ...(definition.policies ?? [])],
      middlewares: [...middlewares, ...(definition.middlewares ?? [])],
    };
  }

  private refuse(kind: string, given: unknown): void {
    const subject = `the ${kind} for ${this.method} ${this.path}`;
    refuseMistakes(given, reference, { subject, plugin: this.plugin });
  }

  private own<T extends PolicyReference | MiddlewareReference>(kind: string, reference: T): T {
    if (typeof reference !== 'function') return reference;
    const at = `a ${kind} of ${this.method} ${this.path}`;
    const named = attribute(reference as AnyFunction, { plugin: this.plugin, at });
    return Object.defineProperty(named, 'name', { value: reference.name }) as T;
  }
}

/** Of a route whose method or path is missing: the part that is there. */
const placeOf = ({ method, path }: RouteDefinition): string =>
  [method, path].filter((part) => typeof part === 'string').join(' ') || 'a route';

function duplicates(routes: readonly AddedRoute[]): Mistake[] {
  const seen = new Map<string, AddedRoute>();
  const mistakes: Mistake[] = [];
  for (const route of routes) {
    const key = `${route.definition.method} ${patternOf(route.definition.path)}`;
    const first = seen.get(key);
    if (first) {
      const removal = first.definition.removedBy ?? route.definition.removedBy;
      const otherwise = removal === undefined ? '' : `, or remove the generated route with ${removal}`;
      mistakes.push({
        where: route.source,
        at: `${route.definition.method} ${route.definition.path}`,
        message: `${first.source} already serves ${first.definition.method} ${first.definition.path}; change one of the paths${otherwise}`,
      });
    } else seen.set(key, route);
  }
  return mistakes;
}
