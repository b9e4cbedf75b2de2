// The errors of the items of a bulk write.
import type { Database } from '../../../database/database';
import { keepsTransaction } from '../../../database/run/keeps-transaction';
import { AppError } from '../../../kernel/errors/app-error';
import { errorSourceOf } from '../../../kernel/errors/error-source';
import { toResponse } from '../../../kernel/errors/to-response';
import type { Logger } from '../../../kernel/log/logger';
import type { ItemError } from '../operations';

/** By the index of the item. */
export type ItemErrors = Map<number, ItemError>;

export interface Logging {
  readonly log: Pick<Logger, 'error'>;
}

/** Has the error of the database ended the transaction of the caller? Then all earlier items are lost too. */
export const endsTransaction = (database: Database, error: unknown): boolean =>
  database.currentTransaction() !== undefined &&
  !(error instanceof AppError) &&
  !keepsTransaction(database, error);

/** An error that says what is wrong with the item. */
export const isAnswer = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500;

export function shown({ log }: Logging, error: unknown): ItemError {
  if (!(error instanceof AppError))
    log.error('an item of a bulk write failed', { ...errorSourceOf(error), error });
  return toResponse(error).body.error;
}

export const inOrder = (errors: ItemErrors) =>
  [...errors].sort(([a], [b]) => a - b).map(([index, error]) => ({ index, error }));
