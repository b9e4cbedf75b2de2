// Reads message and code of any thrown value. Not with `instanceof`: a worker and a test have an Error class of their own.

export function thrownMessage(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown
    ? String(thrown.message)
    : String(thrown);
}

/** `ENOENT`, `EADDRINUSE`, `MODULE_NOT_FOUND` … */
export function thrownCode(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
}
