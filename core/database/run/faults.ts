// Translates errors of a driver: an unreachable, read-only or busy database and a statement timeout become a 503. Other errors, such
// as a duplicate key, stay as they are.

import { AppError } from '../../kernel/errors/app-error';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { Logger } from '../../kernel/log/logger';
import { unpairedName } from '../column-pairs';
import type { DatabaseFault, Dialect } from '../dialect';
import { errorFacts, reasonOf } from '../dialects/error-facts';
import { isDamage } from './check-database-file';

/** While a database is away every request fails; the log gets one line in this many milliseconds. */
const QUIET = 5_000;
const UNAVAILABLE = 'The database refuses statements; requests get 503 until it accepts them';
const DAMAGED = 'The file of the database is damaged; "quire doctor" says more';

const LOSES_OUTCOME: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'cancelled']);

export interface Faults {
  classify(error: unknown): DatabaseFault;
  /** The error of a COMMIT that the database may have done all the same; null: it was rolled back. */
  ofCommit(error: unknown): AppError | null;
  /** The error to throw instead. */
  translate(error: unknown): unknown;
  /** For synchronous reads, without a promise where none is needed. */
  guard<T>(work: () => Promise<T> | T): Promise<T> | T;
}

/** `refused`: the answer while this process must not use the database; null: it may. */
export function createFaults(
  dialect: Dialect,
  log: Pick<Logger, 'warn'>,
  refused: () => Error | null = () => null,
): Faults {
  let said = Number.NEGATIVE_INFINITY;

  const translate = (error: unknown): unknown => {
    if (error instanceof AppError) return error;
    const { kind } = dialect.classify(error);
    const reason = reasonOf(error);
    const unpaired = unpairedName(reason);
    if (unpaired !== null) return coreErrors.VALUE_NEEDS_CONTRACT(unpaired);
    if (kind === 'unavailable') {
      if (performance.now() - said > QUIET) {
        said = performance.now();
        log.warn(isDamage(error) ? DAMAGED : UNAVAILABLE, { reason });
      }
      const answer = coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER.database);
      answer.cause = error;
      return answer;
    }
    if (kind === 'timeout' || kind === 'cancelled') {
      log.warn('A statement took longer than database.statementTimeout, or was cancelled', { reason });
      return coreErrors.REQUEST_TIMEOUT([]);
    }
    if (kind === 'retry') return coreErrors.SERVER_BUSY(RETRY_AFTER.database);
    return isOfDriver(error) ? (refused() ?? error) : error;
  };

  return {
    classify: (error) => (error instanceof AppError ? { kind: 'other' } : dialect.classify(error)),
    ofCommit(error) {
      // SQLite runs in this process: it reports each error of a COMMIT with the outcome.
      if (!dialect.isServer || !LOSES_OUTCOME.has(dialect.classify(error).kind)) return null;
      log.warn('The connection was lost during a COMMIT; the outcome of the write is unknown', {
        reason: reasonOf(error),
      });
      const answer = coreErrors.OUTCOME_UNKNOWN();
      answer.cause = error;
      return answer;
    },
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

/** Of a statement, and not of code around it. */
const isOfDriver = (error: unknown): boolean =>
  errorFacts(error).code !== '' || errorFacts(error).errno !== 0;
