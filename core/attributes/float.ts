// `float`: a double.
import { toNumber } from './families/number';
import { numberType } from './families/number-type';
import { refuseNumber } from './families/value-issues';

export const floatType = numberType({
  name: 'float',
  column: { kind: 'double' },
  parse(input, _options, at) {
    const value = toNumber(input);
    return Number.isNaN(value) ? refuseNumber(at, input) : value;
  },
  scalar: 'Float',
  shape: 'number',
});
