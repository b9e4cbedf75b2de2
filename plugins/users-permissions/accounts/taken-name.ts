// Finds the unique violation on username or email in an error of the document service. `credentials.taken` misses values that
// a parallel transaction writes.
import { AppError } from '../../../core';
import { usersErrors } from '../errors';

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

/** Converts the unique violation of a parallel registration to the same 400. */
export async function asTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (takenIn(error)) throw usersErrors.REGISTER_TAKEN();
    throw error;
  }
}

interface Issue {
  readonly path?: readonly unknown[];
  readonly message?: unknown;
}
