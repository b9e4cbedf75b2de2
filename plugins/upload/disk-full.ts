// Errors of the file system about missing space: a full disk, a quota, a file that is too large.

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export const isDiskFull = (code: unknown): boolean => FULL.has(code);

/** `ENOSPC`; undefined: the error has no code. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
