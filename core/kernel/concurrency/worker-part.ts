// Limits for all processes of `quire start --workers`: each of them has an equal part.

/** Set in each worker. */
export const WORKERS_VARIABLE = 'QUIRE_WORKERS';

export const partOfWorker = (limit: number): number =>
  Math.max(1, Math.floor(limit / Math.max(1, Number(process.env[WORKERS_VARIABLE] ?? 1))));
