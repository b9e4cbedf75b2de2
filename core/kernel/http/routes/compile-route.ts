// Compiles a route to one function: authenticate, authorise, policies, body, checks, middlewares, handler. It omits absent
// steps, and answers without a promise if no step waits.
import { attribute } from '../../errors/attribute';
import type { Mistake } from '../../errors/startup-error';
import { createBodyReader } from '../request/body';
import type { BodyLimits } from '../request/body-limits';
import { cacheRule } from '../request/cache-control';
import type { Exchange } from '../request/exchange';
import type { QueryStringLimits } from '../request/query-string';
import type { RequestScopes } from '../request/scopes';
import {
  type AnonymousAccess,
  type Authenticate,
  type Authorize,
  authenticateStep,
  authorizeStep,
  type LimitVisibility,
} from './access';
import { checkAnswer, checkSteps, type Finish, type Input, type Step } from './contract';
import { addedBy, type Named, unknownName } from './named';
import { policySteps } from './policies';
import { requireAnswer } from './require-answer';
import type {
  Answer,
  CheckedInput,
  MiddlewareReference,
  Policy,
  RouteChecks,
  RouteMiddleware,
} from './route';
import type { CollectedRoute } from './route-collector';
import { parameterNames } from './route-path';

export interface RouteSurroundings {
  readonly authenticate: Authenticate | null;
  readonly authorize: Authorize | null;
  readonly limit: LimitVisibility | null;
  readonly anonymous: AnonymousAccess;
  readonly scopes: RequestScopes;
  readonly policies: Named<Policy>;
  readonly middlewares: Named<RouteMiddleware>;
  readonly body: BodyLimits;
  readonly query: QueryStringLimits;
  /** A 403 contains a hint. */
  readonly isDevelopment: boolean;
  /** Compares answers with the contract of their route. */
  readonly checksAnswers: boolean;
  /** Runs the handler so that its transactions belong to the request. */
  readonly watchCommits?: (request: Exchange, work: () => Promise<Answer>) => Promise<Answer>;
  /** Receives the route that runs, for messages about code that blocks. */
  readonly activity?: { enter(label: string): void };
}

export interface CompiledRoute {
  readonly route: CollectedRoute;
  /** `values`: of the parameters in the path. */
  run(request: Exchange, values: readonly string[]): Answer | PromiseLike<Answer>;
}

export function compileRoute(
  route: CollectedRoute,
  around: RouteSurroundings,
  mistakes: Mistake[],
): CompiledRoute {
  const { definition, source, cacheControl } = route;
  const place = { where: source, at: `${definition.method} ${definition.path}` };
  const { action, method } = definition;
  const names = parameterNames(definition.path);
  const cache = cacheControl === undefined ? null : cacheRule(cacheControl, action !== null);
  const steps: Step[] = [];
  if (around.authenticate) steps.push(authenticateStep(around.authenticate));
  if (action !== null)
    steps.push(authorizeStep({ ...around, showHints: around.isDevelopment }, { action, method }));
  const { policies, isDevelopment } = around;
  steps.push(
    ...policySteps(route.policies, { registered: policies, showHints: isDevelopment, place, mistakes }),
  );
  if (definition.body !== undefined && definition.body !== 'none') {
    const read = createBodyReader(definition.body, around.body, around.query, definition.keepsText);
    steps.push((request, input) =>
      read(request).then((body) => {
        input.body = body;
        request.readBody = { value: body };
      }),
    );
  }
  steps.push(...checkSteps(definition.checks ?? {}));

  const handler: Finish = (request, input) => definition.handler(request, input as CheckedInput<RouteChecks>);
  const wrapped = wrap(route.middlewares, handler, around.middlewares, place, mistakes);
  const checked = around.checksAnswers
    ? checkAnswer(definition.checks?.answer, wrapped, `${source}: ${place.at}`)
    : wrapped;
  const { watchCommits } = around;
  const finish: Finish =
    watchCommits && (definition.commits ?? (method === 'GET' ? 'none' : 'found')) === 'found'
      ? (request, input) => watchCommits(request, async () => checked(request, input))
      : checked;
  const runFrom = (index: number, request: Exchange, input: Input): Answer | PromiseLike<Answer> => {
    for (let i = index; i < steps.length; i++) {
      const waiting = steps[i]?.(request, input);
      if (waiting !== undefined) return waiting.then(() => runFrom(i + 1, request, input));
    }
    return finish(request, input);
  };

  const { activity } = around;
  const label = `${place.at} of the plugin "${source}"`;
  return {
    route,
    run(request, values) {
      activity?.enter(label);
      request.source = source;
      request.route = definition.path;
      if (route.middlewares.length > 0) request.takesStream = false;
      request.action = action;
      request.cache = cache;
      if (names.length > 0) request.params = paramsOf(names, values);
      return runFrom(0, request, { params: request.params, query: undefined, body: undefined });
    },
  };
}

function paramsOf(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (let i = 0; i < names.length; i++) params[names[i] ?? ''] = values[i] ?? '';
  return params;
}

/** The first middleware is the outermost. An error of the handler passes through the middlewares, and names the plugin of the route. */
function wrap(
  references: readonly MiddlewareReference[],
  handler: Finish,
  registered: Named<RouteMiddleware>,
  place: Omit<Mistake, 'message'>,
  mistakes: Mistake[],
): Finish {
  if (references.length === 0) return handler;
  const answering: Finish = async (request, input) => {
    const answer = await handler(request, input);
    requireAnswer(request, answer);
    return answer;
  };
  const own = attribute(answering, { plugin: place.where, at: place.at ?? '' });
  return references.reduceRight<Finish>((inner, reference) => {
    const named =
      typeof reference === 'function'
        ? null
        : typeof reference === 'string'
          ? { name: reference }
          : reference;
    const middleware = typeof reference === 'function' ? reference : registered.get(named?.name ?? '');
    if (!middleware) {
      const name = named?.name ?? '';
      const adding = addedBy('middlewares', name);
      mistakes.push(unknownName('middleware', name, registered.names(), place, adding));
      return inner;
    }
    const config = named?.config;
    return (request, input) =>
      middleware(request, async () => inner(request, input), config, input as CheckedInput<RouteChecks>);
  }, own);
}
