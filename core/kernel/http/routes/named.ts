// Resolves names of policies and middlewares in routes; an unknown name stops startup.
import { nearest } from '../../check/checks';
import type { Mistake } from '../../errors/startup-error';

export interface Named<T> {
  get(name: string): T | undefined;
  names(): readonly string[];
}

export const nothingNamed: Named<never> = { get: () => undefined, names: () => [] };

/** The remedy for a name that a plugin may add. */
export const addedBy = (registry: string, name: string): string =>
  `; a plugin adds one in register(), with ${registry}.add("${name}", …)`;

export function unknownName(
  kind: string,
  name: string,
  known: readonly string[],
  place: Omit<Mistake, 'message'>,
  /** The remedy for names that plugins add. */
  adding = '',
): Mistake {
  const near = nearest(name, known);
  const remedy = near ? `did you mean "${near}"?` : `registered: ${known.join(', ') || 'none'}${adding}`;
  return { ...place, message: `unknown ${kind} "${name}"; ${remedy}` };
}
