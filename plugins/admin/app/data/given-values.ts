// Values that a person has put into a form, by keys or by a button. All others come from the server.
import type { Value } from './values';

const given = new WeakSet<object>();

export const isGiven = (value: Value): boolean =>
  typeof value === 'object' && value !== null && given.has(value);

export function markGiven(value: Value): void {
  if (typeof value === 'object' && value !== null) given.add(value);
}
