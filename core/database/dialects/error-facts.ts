// The facts of a driver's error, by its properties. An error can come from another realm (a worker, a test's sandbox), where
// `instanceof Error` is false.

export interface ErrorFacts {
  readonly code: string;
  readonly errno: number;
  readonly message: string;
  /** The violated constraint or index, where the error names it. */
  readonly constraint: string | null;
}

export function errorFacts(error: unknown): ErrorFacts {
  // objection wraps the error of the driver.
  if (isObject(error) && 'nativeError' in error) return errorFacts(error.nativeError);
  const facts: object = isObject(error) ? error : {};
  return {
    code: 'code' in facts ? String(facts.code) : '',
    errno: 'errno' in facts ? Number(facts.errno) : 0,
    message: 'message' in facts ? String(facts.message) : '',
    constraint: 'constraint' in facts ? String(facts.constraint) : null,
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** For people. A refused connection can come without a message. */
export function reasonOf(error: unknown): string {
  const { message, code } = errorFacts(error);
  return message || code || String(error);
}
