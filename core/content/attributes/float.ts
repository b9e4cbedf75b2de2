// `float`: a double.
import { numberType } from './families/number-type';

export const floatType = numberType({
  name: 'float',
  column: { kind: 'double' },

  scalar: 'Float',
  shape: 'number',
});
