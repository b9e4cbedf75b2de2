// Compiles a route to one function: authenticate, authorise, policies, body, checks, middlewares, handler. It omits absent
// steps, and answers without a promise if no step waits.
import { type Check, type Issue, pathToText, runCheck } from '../../check/check';
import { type BodyIssue, coreErrors } from '../../errors/core-errors';
import type { Mistake } from '../../errors/startup-error';
import { type BodyLimits, createBodyReader } from '../request/body';
import type { Exchange } from '../request/exchange';
import type { QueryStringLimits } from '../request/query-string';
import {
  type AnonymousAccess,
  type Authenticate,
  type Authorize,
  authenticateStep,
  authorizeStep,
} from './access';
import { addedBy, type Named, unknownName } from './named';
import { policySteps } from './policies';
import type {
  Answer,
  CheckedInput,
  MiddlewareReference,
  Policy,
  RouteChecks,
  RouteMiddleware,
} from './route';
import type { CollectedRoute } from './route-collector';

export interface RouteSurroundings {
  readonly authenticate: Authenticate | null;
  readonly authorize: Authorize | null;
  readonly anonymous: AnonymousAccess;
  readonly policies: Named<Policy>;
  readonly middlewares: Named<RouteMiddleware>;
  readonly body: BodyLimits;
  readonly query: QueryStringLimits;
  /** A 403 contains a hint, and answers are compared with the route's check. */
  readonly isDevelopment: boolean;
}

export interface CompiledRoute {
  readonly route: CollectedRoute;
  run(request: Exchange): Answer | PromiseLike<Answer>;
}

type Params = Readonly<Record<string, string>>;
type Step = (request: Exchange, input: Input) => void | PromiseLike<void>;
type Finish = (request: Exchange, input: Input) => Answer | PromiseLike<Answer>;
interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

export function compileRoute(
  route: CollectedRoute,
  around: RouteSurroundings,
  rename: ((params: Params) => Params) | null,
  mistakes: Mistake[],
): CompiledRoute {
  const { definition, source, cacheControl = null } = route;
  const place = { where: source, at: `${definition.method} ${definition.path}` };
  const { action, method } = definition;
  const steps: Step[] = [];
  if (around.authenticate) steps.push(authenticateStep(around.authenticate));
  if (action !== null)
    steps.push(authorizeStep({ ...around, showHints: around.isDevelopment }, { action, method }));
  const { policies, isDevelopment } = around;
  steps.push(
    ...policySteps(route.policies, { registered: policies, showHints: isDevelopment, place, mistakes }),
  );
  if (definition.body !== undefined && definition.body !== 'none') {
    const read = createBodyReader(definition.body, around.body, around.query);
    steps.push((request, input) =>
      read(request).then((body) => {
        input.body = body;
      }),
    );
  }
  steps.push(...checkSteps(definition.checks ?? {}));

  const handler: Finish = (request, input) => definition.handler(request, input as CheckedInput<RouteChecks>);
  const wrapped = wrap(route.middlewares, handler, around.middlewares, place, mistakes);
  const finish =
    around.isDevelopment && definition.checks?.answer
      ? checkAnswer(definition.checks.answer, wrapped)
      : wrapped;
  const runFrom = (index: number, request: Exchange, input: Input): Answer | PromiseLike<Answer> => {
    for (let i = index; i < steps.length; i++) {
      const waiting = steps[i]?.(request, input);
      if (waiting !== undefined) return waiting.then(() => runFrom(i + 1, request, input));
    }
    return finish(request, input);
  };

  return {
    route,
    run(request) {
      request.source = source;
      request.action = action;
      request.cacheControl = cacheControl;
      if (rename !== null) request.params = rename(request.params);
      return runFrom(0, request, { params: request.params, query: undefined, body: undefined });
    },
  };
}

function checkSteps(checks: RouteChecks): Step[] {
  const steps: Step[] = [];
  const { params, query, body } = checks;
  if (params)
    steps.push((_request, input) => {
      input.params = checked(params, input.params, (issues) => invalidInput('path', issues));
    });
  if (query)
    steps.push((request, input) => {
      input.query = checked(query, request.query, (issues) => invalidInput('query', issues));
    });
  if (body)
    steps.push((_request, input) => {
      input.body = checked(body, input.body ?? {}, (issues) => coreErrors.BODY_ISSUES(issues.map(bodyIssue)));
    });
  return steps;
}

function checked<T>(check: Check<T>, input: unknown, fail: (issues: readonly Issue[]) => Error): T {
  const { value, issues } = runCheck(check, input);
  if (issues.length > 0) throw fail(issues);
  return value;
}

function invalidInput(source: 'path' | 'query', issues: readonly Issue[]) {
  const message = issues.map((issue) => `${pathToText(issue.path)}: ${issue.message}`).join('; ');
  const [first] = issues[0]?.path ?? [];
  const where = source === 'path' ? 'The path parameter' : 'The query parameter';
  return coreErrors.QUERY_INVALID(`${where} ${message}`, {
    key: String(first ?? ''),
    path: pathToText(issues[0]?.path ?? []),
    source,
    ...(source === 'query' ? { param: String(first ?? '') } : {}),
  });
}

function bodyIssue({ path, message }: Issue): BodyIssue {
  const place = pathToText(path);
  return {
    path: path.map(String),
    message: place ? `${place}: ${message}` : message,
    name: 'ValidationError',
  };
}

/** The first reference is the outermost. */
function wrap(
  references: readonly MiddlewareReference[],
  handler: Finish,
  registered: Named<RouteMiddleware>,
  place: Omit<Mistake, 'message'>,
  mistakes: Mistake[],
): Finish {
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
    return (request, input) => middleware(request, async () => inner(request, input), config);
  }, handler);
}

function checkAnswer(check: Check<unknown>, inner: Finish): Finish {
  return async (request, input) => {
    const answer = await inner(request, input);
    const value = 'json' in answer ? answer.json : 'text' in answer ? JSON.parse(answer.text) : undefined;
    if (value === undefined) return answer;
    const { issues } = runCheck(check, JSON.parse(JSON.stringify(value)));
    if (issues.length === 0) return answer;
    const list = issues.map((issue) => `${pathToText(issue.path)}: ${issue.message}`).join('; ');
    throw new Error(
      `The answer of ${request.method} ${request.path} does not match the check of its route: ${list}`,
    );
  };
}
