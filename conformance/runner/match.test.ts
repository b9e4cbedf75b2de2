import { is } from '../cases/pattern';
import { match } from './match';

const MATCHES: readonly [string, unknown, unknown][] = [
  ['an equal value', 1, 1],
  ['listed keys among other keys', { a: 1 }, { a: 1, b: 2 }],
  ['a list item by item', [1, { a: 2 }], [1, { a: 2, b: 3 }]],
  ['an absent key', { a: is.absent }, {}],
  ['no meta', is.keys(), {}],
  ['a timestamp', is.timestamp, '2024-01-15T10:20:30.123Z'],
  [
    'the same moment in another spelling',
    is.instant('2024-01-15T10:20:30Z'),
    '2024-01-15T12:20:30.000+02:00',
  ],
  ['a decimal as text', is.decimal('12.30'), '12.3'],
  ['a list in any order', is.shuffled(1, 2, 2), [2, 1, 2]],
  ['every item', is.each({ a: is.integer }), [{ a: 1 }, { a: 2 }]],
  ['both of two', is.both(is.atLeast(1), is.atMost(2)), 2],
];
const DIFFERS: readonly [string, unknown, unknown, string][] = [
  ['another value', { a: { b: 1 } }, { a: { b: 2 } }, 'a.b'],
  ['another type', 1, '1', '(whole)'],
  ['a missing key', { a: 1 }, {}, 'a'],
  ['undefined instead of null', { a: null }, {}, 'a'],
  ['a longer list', [1], [1, 2], '(whole)'],
  ['one key too many', is.keys(), { a: 1 }, '(whole)'],
  ['a forbidden key', { a: is.absent }, { a: null }, 'a'],
  ['another value at a deeper level', is.exactly({ a: [1] }), { a: [1], b: 1 }, '(whole)'],
  ['a day for a timestamp', is.timestamp, '2024-01-15', '(whole)'],
  ['too few of a value', is.shuffled(1, 2, 2), [1, 1, 2], '(whole)'],
  ['one item of many', is.each(is.integer), [1, 'two'], '1'],
  ['one of both', is.both(is.atLeast(1), is.atMost(2)), 3, '(whole)'],
];

describe('a pattern', () => {
  it.each(MATCHES)('matches %s', (_what, pattern, value) => {
    expect(match(pattern, value)).toBeNull();
  });

  it.each(DIFFERS)('says where it differs: %s', (_what, pattern, value, path) => {
    expect(match(pattern, value)?.path).toBe(path);
  });
});
