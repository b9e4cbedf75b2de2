// `integer`: a whole number that JavaScript holds exactly.
import { numberType } from './families/number-type';
import { placeOf, refuse, refuseAbove, refuseBelow } from './families/value-issues';

export const integerType = numberType({
  name: 'integer',
  column: { kind: 'integer' },
  refine(value, at) {
    if (!Number.isInteger(value)) return refuse(at, `${placeOf(at)} must be an integer`, value);
    if (Number.isSafeInteger(value)) return value;
    if (value > 0) refuseAbove(at, Number.MAX_SAFE_INTEGER, value);
    else refuseBelow(at, Number.MIN_SAFE_INTEGER, value);
    return null;
  },
  scalar: 'Int',
  shape: 'integer',
});
