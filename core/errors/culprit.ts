// Which plugin an unexpected error came from, kept beside the error so that its own text and class stay what they are.
const culprits = new WeakMap<object, Culprit>();

export interface Culprit {
  readonly plugin: string;
  /** The hook or the phase: `documents.writing`, `register`. */
  readonly at: string;
}

/** The first one named stays: the innermost tap is the one that failed. */
export function blame(error: unknown, plugin: string, at: string): void {
  if (typeof error === 'object' && error !== null && !culprits.has(error))
    culprits.set(error, { plugin, at });
}

export function culpritOf(error: unknown): Culprit | undefined {
  return typeof error === 'object' && error !== null ? culprits.get(error) : undefined;
}
