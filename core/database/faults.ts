// What a driver's error becomes for a caller: the 503 of a database that is away or busy, the 503 of a statement that took too
// long; anything else as it is, for whoever can read it (a duplicate key) or for the log.
import { AppError } from '../errors/app-error';
import { coreErrors } from '../errors/core-errors';
import type { Logger } from '../http/logger';
import type { DatabaseFault, Dialect } from './dialect';
import { reasonOf } from './dialects/error-facts';

const RETRY_AFTER = 2;
/** While a database is away every request fails: one line in this many milliseconds says so. */
const QUIET = 5_000;

export interface Faults {
  classify(error: unknown): DatabaseFault;
  /** What to throw instead. */
  translate(error: unknown): unknown;
  /** For synchronous reads, without a promise where none is needed. */
  guard<T>(work: () => Promise<T> | T): Promise<T> | T;
}

export function createFaults(dialect: Dialect, log: Pick<Logger, 'warn'>): Faults {
  let said = Number.NEGATIVE_INFINITY;

  const translate = (error: unknown): unknown => {
    if (error instanceof AppError) return error;
    const { kind } = dialect.classify(error);
    const reason = reasonOf(error);
    if (kind === 'unavailable') {
      if (performance.now() - said > QUIET) {
        said = performance.now();
        log.warn('The database does not answer; requests get 503 until it does', { reason });
      }
      return coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER);
    }
    if (kind === 'timeout') {
      log.warn('A statement took longer than database.statementTimeout and was stopped', { reason });
      return coreErrors.REQUEST_TIMEOUT();
    }
    return kind === 'retry' ? coreErrors.SERVER_BUSY(RETRY_AFTER) : error;
  };

  return {
    classify: (error) => (error instanceof AppError ? { kind: 'other' } : dialect.classify(error)),
    translate,
    guard<T>(work: () => Promise<T> | T): Promise<T> | T {
      try {
        const result = work();
        if (!(result instanceof Promise)) return result;
        return result.catch((error) => {
          throw translate(error);
        });
      } catch (error) {
        throw translate(error);
      }
    },
  };
}
