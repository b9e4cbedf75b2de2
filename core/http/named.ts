// How routes refer to what plugins registered by name; an unknown name stops the start.
import { nearest } from '../check/checks';
import type { Mistake } from '../errors/startup-error';

export interface Named<T> {
  get(name: string): T | undefined;
  names(): readonly string[];
}

export const nothingNamed: Named<never> = { get: () => undefined, names: () => [] };

export function unknownName(
  kind: string,
  name: string,
  known: readonly string[],
  place: Omit<Mistake, 'message'>,
): Mistake {
  const near = nearest(name, known);
  const remedy = near ? `did you mean "${near}"?` : `registered: ${known.join(', ') || 'none'}`;
  return { ...place, message: `unknown ${kind} "${name}"; ${remedy}` };
}
