// Collects the routes of all plugins before any is compiled. It knows who added what; it does not know how a route runs.
import { type Mistake, StartupError } from '../errors/startup-error';
import {
  type MiddlewareReference,
  type PolicyReference,
  type RouteChecks,
  type RouteDefinition,
  route,
} from './route';

/** A route with the plugin it came from and what others attached to it. */
export interface CollectedRoute {
  readonly definition: RouteDefinition;
  /** The plugin's name; for logs and start messages. */
  readonly source: string;
  readonly policies: readonly PolicyReference[];
  readonly middlewares: readonly MiddlewareReference[];
}

export class RouteCollector {
  /** Who adds at the moment; set before each plugin's turn. */
  source = 'the application';
  private readonly collected: { definition: RouteDefinition; source: string }[] = [];

  add<const C extends RouteChecks>(definition: RouteDefinition<C>): this {
    this.collected.push({ definition: route(definition), source: this.source });
    return this;
  }

  get routes(): readonly RouteDefinition[] {
    return this.collected.map((entry) => entry.definition);
  }

  /** Shows each route once to `visit` (the hook `http.route`), then hands all of them out. */
  finish(visit?: (builder: RouteBuilder) => void): CollectedRoute[] {
    const mistakes = this.collected.flatMap(({ definition, source }) => check(definition, source));
    mistakes.push(...duplicates(this.collected));
    if (mistakes.length > 0) throw new StartupError('Some routes cannot be served:', mistakes);
    return this.collected.map(({ definition, source }) => {
      const builder = new RouteBuilder(definition, source);
      visit?.(builder);
      return builder.build();
    });
  }
}

/** One route, as the hook `http.route` sees it. Policies and middlewares added here run before the route's own. */
export class RouteBuilder {
  private readonly policies: PolicyReference[] = [];
  private readonly middlewares: MiddlewareReference[] = [];

  constructor(
    readonly definition: RouteDefinition,
    readonly source: string,
  ) {}

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
    this.policies.push(policy);
    return this;
  }

  addMiddleware(middleware: MiddlewareReference): this {
    this.middlewares.push(middleware);
    return this;
  }

  build(): CollectedRoute {
    const { definition, source } = this;
    return {
      definition,
      source,
      policies: [...this.policies, ...(definition.policies ?? [])],
      middlewares: [...this.middlewares, ...(definition.middlewares ?? [])],
    };
  }
}

/** `/api/Articles/:id` and `/api/articles/:documentId` are one path. */
export function pathPattern(path: string): string {
  const pattern = path
    .split('/')
    .map((part) => (part.startsWith(':') ? ':' : part.toLowerCase()))
    .join('/');
  return pattern.length > 1 && pattern.endsWith('/') ? pattern.slice(0, -1) : pattern;
}

function check(route: RouteDefinition, source: string): Mistake[] {
  const at = `${route.method} ${route.path}`;
  if (!route.path.startsWith('/'))
    return [{ where: source, at, message: 'a path begins with "/", for example "/api/reports/:id"' }];
  const segments = route.path.split('/').slice(1);
  const isEmptyInside = segments.slice(0, -1).includes('');
  if (isEmptyInside) return [{ where: source, at, message: 'a path has no empty segment ("//")' }];
  const names = segments.filter((part) => part.startsWith(':'));
  if (new Set(names).size < names.length)
    return [{ where: source, at, message: 'a parameter name may occur once in a path' }];
  return [];
}

function duplicates(routes: readonly { definition: RouteDefinition; source: string }[]): Mistake[] {
  const seen = new Map<string, { definition: RouteDefinition; source: string }>();
  const mistakes: Mistake[] = [];
  for (const route of routes) {
    const key = `${route.definition.method} ${pathPattern(route.definition.path)}`;
    const first = seen.get(key);
    if (first)
      mistakes.push({
        where: route.source,
        at: `${route.definition.method} ${route.definition.path}`,
        message: `${first.source} already serves ${first.definition.method} ${first.definition.path}; change one of the paths`,
      });
    else seen.set(key, route);
  }
  return mistakes;
}
