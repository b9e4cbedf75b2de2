// objection names violated constraints (`UniqueViolationError`) by the errors of the driver sqlite3. better-sqlite3 has others.

interface DriverError extends Error {
  readonly code: string;
}

/** An error of better-sqlite3 in the form that objection knows; other errors as they are. */
export function withKnownConstraint(error: unknown): unknown {
  if (!isConstraint(error)) return error;
  const message = error.message.replace(
    /([A-Z]+(?: [A-Z]+)? constraint failed.*)$/s,
    'SQLITE_CONSTRAINT: $1',
  );
  const errno = 19;
  return Object.assign(new Error(message, { cause: error }), {
    code: 'SQLITE_CONSTRAINT',
    errno,
    nativeError: error,
  });
}

const isConstraint = (error: unknown): error is DriverError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_CONSTRAINT_');
