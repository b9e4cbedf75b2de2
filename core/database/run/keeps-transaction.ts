// Can a transaction go on after the failure of one of its savepoints?
import { AppError } from '../../kernel/errors/app-error';
import type { Database } from '../database';

/** false: the error ended the transaction, as a deadlock does, or the server cannot go on. */
export function keepsTransaction({ dialect }: Pick<Database, 'dialect'>, error: unknown): boolean {
  if (error instanceof AppError) return error.status < 500;
  const { kind } = dialect.classify(error);
  return kind === 'other' || kind === 'duplicate' || kind === 'overflow';
}
