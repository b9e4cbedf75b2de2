// An optional part of a configuration file; without it its keys have their defaults.
import { type Check, runCheck } from '../check/check';
import { object, optional, type Shape, type ShapeValue } from '../check/checks';

export function section<S extends Shape>(shape: S): Check<ShapeValue<S>> {
  const check = object(shape);
  return optional(check, runCheck(check, {}).value);
}
