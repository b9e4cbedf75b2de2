// `boolean`: true or false, in the spellings of forms too.
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import type { NoOptions } from './families/moment-type';
import { refuseType } from './families/value-issues';

const COLUMN = { kind: 'boolean' } as const;

export const booleanType: ScalarType<NoOptions> = {
  kind: 'scalar',
  name: 'boolean',
  options: check.object({}),
  column: () => COLUMN,
  parse(input, _options, at) {
    const word = typeof input === 'string' || typeof input === 'number' ? String(input).toLowerCase() : input;
    if (word === true || word === 'true' || word === '1') return true;
    if (word === false || word === 'false' || word === '0') return false;
    return refuseType(at, 'boolean', input);
  },
  check: () => undefined,
  json: (expr, dialect) => dialect.json('boolean', expr),
  toJson: (value) => (value === null ? 'null' : String(value === true)),
  fromJson: (value) => (typeof value === 'boolean' ? value : null),
  entry: (object, key, dialect) => dialect.entryValue(object, key, COLUMN),
  filter: {
    kind: 'boolean',
    // Any value that does not mean false is true: clients write `1`, `t` or `yes`.
    parse: (raw) =>
      typeof raw === 'boolean' || typeof raw === 'string' || typeof raw === 'number'
        ? { value: !['false', 'f', '0', ''].includes(String(raw).toLowerCase()) }
        : { reason: 'true or false' },
  },
  sortable: true,
  aggregates: ['groupBy'],
  graphql: { output: 'Boolean', input: 'Boolean', filter: 'BooleanFilterInput' },
  openapi: () => ({ type: 'boolean' }),
};
