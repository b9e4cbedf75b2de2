// The plugins whose taps of `request.visibility` made a visibility, for messages about its row filters.

interface Limiter {
  readonly plugin: string;
  /** The visibility that the tap got. */
  readonly given: unknown;
}

const limiters = new WeakMap<object, Limiter>();

export function setLimiter(visibility: unknown, limiter: Limiter): void {
  if (typeof visibility === 'object' && visibility !== null) limiters.set(visibility, limiter);
}

/** undefined: no tap of a plugin made the visibility. */
export const limiterOf = (visibility: object): Limiter | undefined => limiters.get(visibility);
