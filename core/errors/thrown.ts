// What can be read of something thrown, whatever it is. No `instanceof`: an error of another realm (a worker, a test's
// sandbox) is an error too.

export function thrownMessage(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown
    ? String(thrown.message)
    : String(thrown);
}

/** `ENOENT`, `EADDRINUSE`, `MODULE_NOT_FOUND` … */
export function thrownCode(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
}
