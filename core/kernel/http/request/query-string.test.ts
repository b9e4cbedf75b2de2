import * as fc from 'fast-check';
import { AppError } from '../../errors/app-error';
import { createQueryParser } from './query-string';

const parse = createQueryParser();
const list = (count: number, key: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${key(index)}=v${index}`).join('&');

const cases: [string, string, unknown][] = [
  ['nothing', '', {}],
  ['brackets nest', 'filters[title][$eq]=a', { filters: { title: { $eq: 'a' } } }],
  ['encoded brackets nest', 'filters%5Btitle%5D=a', { filters: { title: 'a' } }],
  ['dots do not nest', 'sort=a.b&a.b=1', { sort: 'a.b', 'a.b': '1' }],
  ['a plus is a space', 'q=a+b%2Bc', { q: 'a b+c' }],
  ['a semicolon separates nothing', 'a=1;b=2', { a: '1;b=2' }],
  ['a bare key is null', 'populate&a[b]', { populate: null, a: { b: null } }],
  ['an empty value is empty', 'sort=', { sort: '' }],
  ['invalid UTF-8 is taken literally', 'a=%FF&b=%ZZ', { a: '%FF', b: '%ZZ' }],
  ['a repeated key is a list', 'sort=a&sort=b', { sort: ['a', 'b'] }],
  ['sparse indexes are packed', 'f[$in][3]=a&f[$in][100]=b', { f: { $in: ['a', 'b'] } }],
  [
    'names no query can mean are left out',
    '__proto__[x]=1&a[constructor]=2&a[prototype][b]=3&b=4',
    { b: '4' },
  ],
  ['inherited names at the top are ignored', 'toString=1&b=4', { b: '4' }],
];
test.each(cases)('%s', (_name, text, expected) => {
  expect(parse(text)).toEqual(expected);
});

test.each([
  ['$in by index', list(100, (i) => `filters[id][$in][${i}]`)],
  ['$in by brackets', list(100, () => 'filters[id][$in][]')],
  ['a repeated key', list(100, () => 'sort')],
])('100 entries are a list: %s', (_name, text) => {
  expect(JSON.stringify(parse(text))).toContain('["v0","v1",');
});

const refused: [string, string, string, object][] = [
  [
    '101 entries by index',
    list(101, (i) => `filters[id][$in][${i}]`),
    'Too many entries in filters[id][$in] (101)',
    { key: 'filters[id][$in]', limit: 100, param: 'filters' },
  ],
  [
    '101 entries by brackets',
    list(101, () => 'filters[id][$in][]'),
    'Too many entries in filters[id][$in] (101)',
    { key: 'filters[id][$in]' },
  ],
  [
    '101 objects',
    list(101, (i) => `filters[$or][${i}][title]`),
    'Too many entries in filters[$or] (101)',
    { key: 'filters[$or]' },
  ],
  ['a key 101 times', list(101, () => 'sort'), 'Too many entries in sort (101)', { key: 'sort' }],
  [
    'a far index',
    'filters[id][$in][101]=1',
    'The index 101 of filters[id][$in] is beyond 100',
    { key: 'filters[id][$in]' },
  ],
  [
    'a huge index, encoded',
    'fields%5B99999999999%5D=1',
    'The index 99999999999 of fields is beyond 100',
    { key: 'fields' },
  ],
  [
    'too many populate entries',
    list(101, (i) => `populate[${i}]`),
    'Too many populate entries (101). The maximum number of populate entries when using array notation is 100.',
    { source: 'query', param: 'populate' },
  ],
  [
    'a lone populate index',
    'populate[100]=a',
    'Invalid key 100',
    { key: '100', path: null, param: 'populate' },
  ],
  ['too many parameters', list(1001, (i) => `a${i}`), 'at most 1000', { limit: 1000 }],
  ['too deep', `a${'[b]'.repeat(101)}=1`, 'nested deeper than 100', { limit: 100 }],
  [
    'an inherited name below the top',
    'filters[toString]=1',
    'Invalid key toString',
    { key: 'toString', param: 'filters' },
  ],
  [
    'an inherited name below the top, its letters encoded',
    'filters[%74o%53tring]=1',
    'Invalid key toString',
    { key: 'toString', param: 'filters' },
  ],
];
test.each(refused)('refuses %s with a 400 that says so', (_name, text, message, details) => {
  const error = thrown(text);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ status: 400, name: 'ValidationError', details });
  expect((error as AppError).message).toContain(message);
});

test('1000 parameters and depth 100 are fine', () => {
  expect(Object.keys(parse(list(1000, (i) => `a${i}`)))).toHaveLength(1000);
  expect(parse(`a${'[b]'.repeat(100)}=1`)).toHaveProperty('a.b.b.b');
});

test('limits are configurable', () => {
  const small = createQueryParser({ arrayLimit: 2, depth: 1, parameters: 4 });
  expect(small('a[]=1&a[]=2')).toEqual({ a: ['1', '2'] });
  expect(() => small('a[]=1&a[]=2&a[]=3')).toThrow('at most 2');
  expect(() => small('a[b][c]=1')).toThrow('deeper than 1');
  expect(() => small('a&b&c&d&e')).toThrow('at most 4');
  const large = createQueryParser({ arrayLimit: 500, depth: 100, parameters: 1000 });
  expect(large(list(400, (i) => `populate[${i}]`)).populate).toHaveLength(400);
});

const alphabet = fc.constantFrom(
  'a',
  '[',
  ']',
  '=',
  '&',
  '%',
  '5B',
  '5D',
  '0',
  '101',
  '.',
  '$in',
  '__proto__',
  'toString',
  '+',
  'ü',
);
test('never throws anything but our error, and never touches a prototype', () => {
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 60 }), (parts) => {
      const error = thrown(parts.join(''));
      expect(error === null || error instanceof AppError).toBe(true);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

function thrown(text: string): unknown {
  try {
    parse(text);
    return null;
  } catch (error) {
    return error;
  }
}
