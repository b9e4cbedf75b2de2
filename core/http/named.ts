// How routes refer to what plugins registered by name; an unknown name stops the start.
import { nearest } from '../check/checks';
import type { Mistake } from '../errors/startup-error';

export interface Named<T> {
  get(name: string): T | undefined;
  names(): readonly string[];
}

export const nothingNamed: Named<never> = { get: () => undefined, names: () => [] };

/** Said where a plugin may add what is missing. */
export const addedBy = (registry: string, name: string): string =>
  `; a plugin adds one in register(), with ${registry}.add("${name}", …)`;

export function unknownName(
  kind: string,
  name: string,
  known: readonly string[],
  place: Omit<Mistake, 'message'>,
  /** How one gets there, of names that plugins give. */
  adding = '',
): Mistake {
  const near = nearest(name, known);
  const remedy = near ? `did you mean "${near}"?` : `registered: ${known.join(', ') || 'none'}${adding}`;
  return { ...place, message: `unknown ${kind} "${name}"; ${remedy}` };
}
