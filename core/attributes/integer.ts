// `integer`: a whole number that JavaScript holds exactly.
import { toNumber } from './families/number';
import { numberType } from './families/number-type';
import { placeOf, refuse, refuseAbove, refuseBelow, refuseNumber } from './families/value-issues';

export const integerType = numberType({
  name: 'integer',
  column: { kind: 'integer' },
  parse(input, _options, at) {
    const value = toNumber(input);
    if (Number.isNaN(value)) return refuseNumber(at, input);
    if (!Number.isInteger(value)) return refuse(at, `${placeOf(at)} must be an integer`, value);
    if (Number.isSafeInteger(value)) return value;
    if (value > 0) refuseAbove(at, Number.MAX_SAFE_INTEGER, value);
    else refuseBelow(at, Number.MIN_SAFE_INTEGER, value);
    return null;
  },
  scalar: 'Int',
  shape: 'integer',
});
