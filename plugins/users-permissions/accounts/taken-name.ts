// Finds the unique violation on username or email in an error of the document service. `credentials.taken` misses values that
// a parallel transaction writes.
import { AppError } from '../../../core';

/** null: the error has another cause. */
export function takenIn(error: unknown): 'username' | 'email' | null {
  const errors: unknown = error instanceof AppError ? error.details?.errors : null;
  if (!Array.isArray(errors)) return null;
  for (const { path, message } of errors as readonly Issue[]) {
    const name = path?.[0];
    if ((name === 'username' || name === 'email') && /unique/.test(String(message))) return name;
  }
  return null;
}

interface Issue {
  readonly path?: readonly unknown[];
  readonly message?: unknown;
}
