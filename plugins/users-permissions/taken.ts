// Which name of a user the document service found taken: what `credentials.taken` could not see yet, because somebody else was
// writing it at the same moment.
import { AppError } from '../../core';

/** null: the error is about something else. */
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
