// Creates the HTTP server from the routes, the settings and the hooks that have taps. Opens no port.

import { partOfWorker } from '../concurrency/worker-part';
import type { ApiConfig } from '../config/api-config';
import { loadModule } from '../config/load-module';
import { resolveModule } from '../config/resolve-module';
import { errorSourceOf } from '../errors/error-source';
import { lateKoa } from '../http/koa/koa-app';
import { isStepName, type Step } from '../http/koa/step';
import { readMiddlewares } from '../http/middlewares';
import type { Exchange } from '../http/request/exchange';
import { DEFAULT_QUERY_LIMITS, type QueryStringLimits } from '../http/request/query-string';
import type { RequestScopes } from '../http/request/scopes';
import type { Answer } from '../http/routes/route';
import { createHttpServer, type HttpServer } from '../http/server';
import { aboutApplication } from './about';
import { activityOf, pendingSince } from './activity';
import type { Kernel } from './app';
import { closeHooks, READ_BY_SERVER } from './closed-hooks';
import { createErrorHelp } from './error-help';
import type { HeaderPart } from './http-parts';

export async function openServer(kernel: Kernel): Promise<HttpServer> {
  const { config, hooks, dir } = kernel;
  const { authenticate, recall, authorize, visibility, error, done } = hooks.request;
  closeHooks(hooks, READ_BY_SERVER);
  done.failed = (error, [request]) =>
    kernel.log.error('a tap of request.done failed', { ...errorSourceOf(error), request: request.id, error });
  if (done.isUsed())
    kernel.events.observe('request.done', ({ request, status, milliseconds, bytes }) =>
      done.call(request, { status, milliseconds, bytes }),
    );
  const { timeouts } = config.server;
  const isDevelopment = kernel.environment === 'development';
  const koa = lateKoa(config.server.proxy);
  const settings = await readMiddlewares(config.middlewares, {
    load: (wanted) => (isStepName(wanted) ? stepOf(kernel, wanted) : loadModule(resolveModule(wanted, dir))),
    host: {
      kernel,
      get koa() {
        return koa();
      },
    },
    isDevelopment,
    requestLog: config.server.logs.requests,
    headers: { request: namesOf(kernel, 'request'), response: namesOf(kernel, 'response') },
  });
  return createHttpServer({
    routes: kernel.routes,
    settings,
    query: queryStringLimits(config.api.limits),
    log: kernel.log,
    events: kernel.events,
    container: kernel.container,
    koa,
    proxyHops: config.server.proxy,
    timeouts,
    buffers: { ...config.server.buffers, total: partOfWorker(config.server.buffers.total) },
    answerBytes: config.api.limits.answerBytes,
    shutdown: { deadline: timeouts.shutdown, drain: timeouts.drain },
    anonymous: config.server.anonymous,
    policies: kernel.policies,
    middlewares: kernel.middlewares,
    isDevelopment,
    checksAnswers: !kernel.isProduction,
    watchCommits: (request, work) => runAround(kernel, request, work),
    scopes: kernel.modules.findLast(({ scopes }) => scopes)?.scopes ?? KERNEL_SCOPES,
    activity: activityOf(hooks),
    root: {
      json: aboutApplication(kernel),
      html: kernel.isProduction ? null : (request) => loadPage().firstPage(kernel, request),
    },
    pendingTaps: (since) => pendingSince(hooks, since),
    showsPending: !kernel.isProduction,
    secretNames: kernel.secretNames,
    ready: async () => {
      for (const module of kernel.modules) await module.ready?.(kernel);
    },
    health: () => Object.assign({}, ...kernel.modules.map((module) => module.health?.(kernel) ?? {})),
    authenticate: authenticate.isUsed() ? (request) => authenticate.call(request) : null,
    recall: recall.isUsed() ? (request, principal, since) => recall.call(request, principal, since) : null,
    authorize: authorize.isUsed() ? (request, action) => authorize.call(request, action) : null,
    limit: visibility.isUsed() ? (shown, request) => visibility.call(shown, request) : null,
    onError: error.isUsed() ? (body, thrown, request) => error.call(body, thrown, request) : null,
    errorHelp: isDevelopment ? createErrorHelp() : null,
  });
}

function stepOf({ steps }: Kernel, name: string): Step['create'] {
  const step = steps.get(name);
  if (step) return (config) => step.create(config);
  throw new Error(`no plugin adds it; steps of plugins: ${steps.names().join(', ') || 'none'}`);
}

const namesOf = ({ headers }: Kernel, place: HeaderPart['in']): readonly string[] =>
  headers.values().flatMap((header) => (header.in === place ? [header.name] : []));

/** An application without content. */
const KERNEL_SCOPES = {
  open: { scope: 'open', allows: () => true },
  unasked: { scope: 'unasked', allows: () => false },
  none: { scope: 'none', allows: () => false },
} as unknown as RequestScopes;

/** The work, with each module around it; the last module is the innermost. */
function runAround(kernel: Kernel, request: Exchange, work: () => Promise<Answer>): Promise<Answer> {
  const runFrom = (at: number): Promise<Answer> => {
    const module = kernel.modules[at];
    if (module === undefined) return work();
    return module.around?.(kernel, request, () => runFrom(at + 1)) ?? runFrom(at + 1);
  };
  return runFrom(0);
}

const loadPage = (): typeof import('./first-page') => require('./first-page');

const BRACKETS_PER_LEVEL = 5;

/** A relation takes several brackets of a query string, so a small limit of levels allows more brackets. */
const queryStringLimits = ({ arrayLimit, depth, parameters }: ApiConfig['limits']): QueryStringLimits => ({
  arrayLimit,
  depth: Math.max(depth, Math.min(depth * BRACKETS_PER_LEVEL, DEFAULT_QUERY_LIMITS.depth)),
  parameters,
});
