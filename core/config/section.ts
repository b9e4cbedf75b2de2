// A part of a configuration file that may be left out: its keys then take their defaults.
import { type Check, runCheck } from '../check/check';
import { object, optional, type Shape, type ShapeValue } from '../check/checks';

export function section<S extends Shape>(shape: S): Check<ShapeValue<S>> {
  const check = object(shape);
  return optional(check, runCheck(check, {}).value);
}
