// The plugin that an unexpected error came from. A map holds the name, so that text and class of the error stay unchanged.
const sources = new WeakMap<object, ErrorSource | undefined>();

export interface ErrorSource {
  readonly plugin: string;
  /** The hook or the phase: `documents.writing`, `register`. */
  readonly at: string;
}

/** The first source of an error stays: the innermost tap is the one that failed. */
export function setErrorSource(error: unknown, plugin: string, at: string): void {
  if (typeof error === 'object' && error !== null && !sources.has(error)) sources.set(error, { plugin, at });
}

/** No plugin is the source of the error, whatever it passes later. */
export function setOwnError(error: unknown): void {
  if (typeof error === 'object' && error !== null && !sources.has(error)) sources.set(error, undefined);
}

export function errorSourceOf(error: unknown): ErrorSource | undefined {
  return typeof error === 'object' && error !== null ? sources.get(error) : undefined;
}
