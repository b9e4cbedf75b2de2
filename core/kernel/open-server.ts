// Hands the HTTP server what it needs from the kernel: routes, settings, and the hooks somebody taps. Opens no port.
import { loadModule } from '../config/load-module';
import { resolveModule } from '../config/resolve-module';
import { readMiddlewares } from '../http/middlewares';
import { createHttpServer, type HttpServer } from '../http/server';
import { firstAnswer } from './first-answer';
import type { Kernel } from './kernel-surface';

export async function openServer(kernel: Kernel): Promise<HttpServer> {
  const { config, hooks, dir } = kernel;
  const { authenticate, authorize, error, done } = hooks.request;
  const { timeouts } = config.server;
  const settings = await readMiddlewares(config.middlewares, {
    load: (wanted) => loadModule(resolveModule(wanted, dir)),
    host: { kernel },
  });
  return createHttpServer({
    routes: kernel.routes,
    settings,
    log: kernel.log,
    proxyHops: config.server.proxy,
    timeouts,
    shutdown: { deadline: timeouts.shutdown, drain: timeouts.drain },
    anonymous: config.server.anonymous,
    policies: kernel.policies,
    middlewares: kernel.middlewares,
    isDevelopment: kernel.environment === 'development',
    ready: () => kernel.database.ping(),
    authenticate: authenticate.isUsed() ? firstAnswer(authenticate) : null,
    authorize: authorize.isUsed() ? firstAnswer(authorize) : null,
    onError: error.isUsed() ? (body, thrown, request) => error.call(body, thrown, request) : null,
    onDone: done.isUsed() ? (request, outcome) => done.call(request, outcome) : null,
  });
}
