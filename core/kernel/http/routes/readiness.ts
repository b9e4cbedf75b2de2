// `/_health`: the process runs. `/_ready`: it can serve requests. `/_ready` reads and writes the
// database without changing a row; it answers 503 as soon as the server closes. `/_ready?details=true` says more to people.
import { AppError } from '../../errors/app-error';
import { coreErrors } from '../../errors/core-errors';
import type { Logger } from '../../log/logger';
import type { RequestContext } from '../request/context';
import type { Answer } from './route';
import type { CollectedRoute } from './route-collector';

type Handler = (request: RequestContext) => Answer | Promise<Answer>;

export function readinessRoutes(
  ready: () => Promise<void>,
  health: () => Readonly<Record<string, object>>,
  isClosing: () => boolean,
  log: Logger,
): CollectedRoute[] {
  const probe = (path: string, summary: string, handler: Handler): CollectedRoute => ({
    definition: { method: 'GET', path, action: null, summary, tags: ['health'], handler },
    source: 'core',
    policies: [],
    middlewares: [],
  });
  return [
    probe('/_health', 'The process runs', () => ({ status: 204 })),
    probe('/_ready', 'Requests can be served', async (request) => {
      if (isClosing()) throw coreErrors.SERVER_BUSY(1);
      try {
        await ready();
      } catch (error) {
        // The process has said so in the log once.
        if (error instanceof AppError && error.code === 'SCHEMA_CHANGED') throw error;
        log.warn('Not ready: the database cannot be read and written', { error });
        throw coreErrors.DATABASE_UNAVAILABLE(1);
      }
      return request.query.details === 'true' ? { json: { ready: true, ...health() } } : { status: 204 };
    }),
  ];
}
