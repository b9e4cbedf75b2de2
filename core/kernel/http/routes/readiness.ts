// `/_health`: the process runs. `/_ready`: it can serve requests. `/_ready` reads and writes the
// database without changing a row; it answers 503 as soon as the server closes.
import { coreErrors } from '../../errors/core-errors';
import type { Logger } from '../../log/logger';
import type { Answer } from './route';
import type { CollectedRoute } from './route-collector';

export function readinessRoutes(
  ready: () => Promise<void>,
  isClosing: () => boolean,
  log: Logger,
): CollectedRoute[] {
  const probe = (path: string, summary: string, handler: () => Answer | Promise<Answer>): CollectedRoute => ({
    definition: { method: 'GET', path, action: null, summary, tags: ['health'], handler },
    source: 'core',
    policies: [],
    middlewares: [],
  });
  return [
    probe('/_health', 'The process runs', () => ({ status: 204 })),
    probe('/_ready', 'Requests can be served', async () => {
      if (isClosing()) throw coreErrors.SERVER_BUSY(1);
      try {
        await ready();
      } catch (error) {
        log.warn('Not ready: the database cannot be read and written', { error });
        throw coreErrors.DATABASE_UNAVAILABLE(1);
      }
      return { status: 204 };
    }),
  ];
}
