// The values of a body for each attribute type: stored, or refused with the recorded message.
import type { Issue } from '../../kernel/check/check';
import type { ScalarType, Strictness } from './attribute-type';
import { createAttributeRegistry } from './registry';

const registry = createAttributeRegistry();

function typeOf(name: string): ScalarType<unknown> {
  const type = registry.get(name);
  if (type?.kind !== 'scalar') throw new Error(`${name} is not scalar`);
  return type;
}

function write(name: string, options: object, input: unknown, strictness: Strictness = 'complete') {
  const type = typeOf(name);
  const given: Issue[] = [];
  const parsed = type.options.parse(options, [], given);
  expect(given).toEqual([]);
  const issues: Issue[] = [];
  const at = { path: ['x'], issues, strictness };
  const stored = type.parse(input, parsed, at);
  if (issues.length === 0 && stored !== null) type.check(stored, parsed, at);
  return { stored, messages: issues.map(({ message }) => message), issues };
}

const mustBe = (kind: string, shown: string) =>
  `x must be a \`${kind}\` type, but the final value was: \`${shown}\`.`;
const notANumber = (shown: string) =>
  `x must be a \`number\` type, but the final value was: \`NaN\` (cast from the value \`${shown}\`).`;
const BAD_DATE = 'Invalid format, expected yyyy-MM-dd';
const BAD_TIME = 'Invalid time format, expected HH:mm:ss.SSS';
const BAD_MOMENT = 'Invalid format, expected a timestamp or an ISO date';
const NOT_UNICODE = 'x contains text that is not valid Unicode (an unpaired surrogate)';
const NUL = 'x contains a NUL character, which cannot be stored';
const UID = 'x must match the following: "/^[A-Za-z0-9-_.~]*$/"';

const STORED: readonly (readonly [type: string, options: object, input: unknown, stored: unknown])[] = [
  ['string', {}, '', ''],
  ['string', {}, ' a ', ' a '],
  ['string', {}, '😀', '😀'],
  ['string', {}, 'x'.repeat(255), 'x'.repeat(255)],
  ['string', { regex: '^[a-z]+$' }, '', ''],
  ['string', { regex: '^[a-z]+-\\d+$' }, 'ab-1', 'ab-1'],
  ['string', { minLength: 3, maxLength: 6 }, 'abc', 'abc'],
  ['string', { minLength: 3, maxLength: 6 }, 'abcdef', 'abcdef'],
  ['text', {}, 'x'.repeat(300), 'x'.repeat(300)],
  ['richtext', {}, '# a\n', '# a\n'],
  ['email', {}, 'Ann.O+x@Example.co.uk', 'Ann.O+x@Example.co.uk'],
  ['email', {}, 'a@b.c', 'a@b.c'],
  ['uid', {}, 'a-B_9.~', 'a-B_9.~'],
  ['uid', {}, '', ''],
  ['password', { minLength: 6 }, 'secret', 'secret'],
  ['enumeration', { enum: ['news', 'blog'] }, 'blog', 'blog'],
  ['integer', {}, 3, 3],
  ['integer', {}, '3', 3],
  ['integer', {}, '3.0', 3],
  ['integer', {}, '1e3', 1000],
  ['integer', {}, -0, 0],
  ['integer', {}, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['integer', { min: 1, max: 5 }, 5, 5],
  ['float', {}, '0.30', 0.3],
  ['float', {}, -0, 0],
  ['float', {}, '-0', 0],
  ['float', {}, 1e300, 1e300],
  ['biginteger', {}, 5, '5'],
  ['biginteger', {}, '+0005', '5'],
  ['biginteger', {}, '-0', '0'],
  ['biginteger', {}, '9007199254740993', '9007199254740993'],
  ['biginteger', {}, '9223372036854775807', '9223372036854775807'],
  ['biginteger', {}, '-9223372036854775808', '-9223372036854775808'],
  ['biginteger', {}, 12n, '12'],
  ['decimal', {}, '12.30', '12.3'],
  ['decimal', {}, 12.5, '12.5'],
  ['decimal', {}, '1e3', '1000'],
  ['decimal', {}, '1.5e-3', '0.0015'],
  ['decimal', {}, '-0.0', '0'],
  ['decimal', {}, '.5', '0.5'],
  ['decimal', {}, '999999999999.999999', '999999999999.999999'],
  ['decimal', { precision: 4, scale: 2 }, '99.99', '99.99'],
  ['decimal', { scale: 0 }, '5.0', '5'],
  ['boolean', {}, true, true],
  ['boolean', {}, 'TRUE', true],
  ['boolean', {}, 1, true],
  ['boolean', {}, '1', true],
  ['boolean', {}, 'false', false],
  ['boolean', {}, 0, false],
  ['boolean', {}, '0', false],
  ['date', {}, '2024-02-29', '2024-02-29'],
  ['date', {}, '2024-01-15T23:59:59.999-05:00', '2024-01-15'],
  ['date', {}, '0000-01-01', '0000-01-01'],
  ['time', {}, '10:20:30', '10:20:30.000'],
  ['time', {}, '10:20:30.5', '10:20:30.500'],
  ['time', {}, '23:59:59.999', '23:59:59.999'],
  ['datetime', {}, '2024-01-15T10:20:30.123Z', '2024-01-15T10:20:30.123Z'],
  ['datetime', {}, '2024-01-15T10:20:30+02:00', '2024-01-15T08:20:30.000Z'],
  ['datetime', {}, '2024-01-15T10:20', '2024-01-15T10:20:00.000Z'],
  ['datetime', {}, '2024-01-15 10:20:30', '2024-01-15T10:20:30.000Z'],
  ['datetime', {}, '2024-01-15', '2024-01-15T00:00:00.000Z'],
  ['datetime', {}, '2024', '2024-01-01T00:00:00.000Z'],
  ['datetime', {}, 1705314030456, '2024-01-15T10:20:30.456Z'],
  ['datetime', {}, '1705314030456', '2024-01-15T10:20:30.456Z'],
  ['datetime', {}, '0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['timestamp', {}, '2024-01-15T10:20:30.123456Z', '2024-01-15T10:20:30.123Z'],
  ['json', {}, { b: 1, a: [true, null, 'x'] }, '{"b":1,"a":[true,null,"x"]}'],
  ['json', {}, true, 'true'],
  ['json', {}, 'plain', '"plain"'],
  ['json', {}, '"str"', '"\\"str\\""'],
  ['json', {}, JSON.parse('{"__proto__":{"a":1},"constructor":2}'), '{"__proto__":{"a":1},"constructor":2}'],
  ['json', {}, 'a backslash \\ud800 \\u0000', '"a backslash \\\\ud800 \\\\u0000"'],
  ['array', {}, ['a', 1, false], '["a",1,false]'],
  ['array', {}, [], '[]'],
  [
    'blocks',
    {},
    [{ type: 'paragraph', extra: 1, children: [{ type: 'text', text: '', bold: true }] }],
    '[{"type":"paragraph","extra":1,"children":[{"type":"text","text":"","bold":true}]}]',
  ],
  ['blocks', {}, [], '[]'],
];

const REFUSED: readonly (readonly [
  type: string,
  options: object,
  input: unknown,
  messages: readonly string[],
])[] = [
  ['string', {}, 5, [mustBe('string', '5')]],
  ['string', {}, true, [mustBe('string', 'true')]],
  ['text', {}, [], [mustBe('string', '[]')]],
  ['richtext', {}, {}, [mustBe('string', '{}')]],
  ['uid', {}, 5, [mustBe('string', '5')]],
  ['password', {}, 5, [mustBe('string', '5')]],
  ['string', { minLength: 3 }, 'ab', ['x must be at least 3 characters']],
  ['string', { maxLength: 6 }, 'abcdefg', ['x must be at most 6 characters']],
  ['string', {}, 'x'.repeat(256), ['x must be at most 255 characters']],
  ['string', { maxLength: 500 }, 'x'.repeat(256), ['x must be at most 255 characters']],
  ['richtext', { maxLength: 20 }, 'x'.repeat(21), ['x must be at most 20 characters']],
  ['string', { regex: '^[a-z]+-\\d+$' }, 'A-1', ['x must match the following: "/^[a-z]+-\\d+$/"']],
  ['string', {}, 'a\ud800b', [NOT_UNICODE]],
  ['text', {}, '\udc00', [NOT_UNICODE]],
  ['text', {}, 'a\0', [NUL]],
  ['email', {}, 'ann', ['x must be a valid email']],
  ['email', {}, 'ann@host', ['x must be a valid email']],
  ['email', {}, 'a b@example.com', ['x must be a valid email']],
  ['email', {}, '', ['x cannot be empty']],
  ['email', { minLength: 6 }, 'ann', ['x must be a valid email']],
  ['email', { regex: '^b', maxLength: 2 }, 'ann', ['x must be a valid email']],
  ['email', { minLength: 6 }, 'a@b.c', ['x must be at least 6 characters']],
  ['email', {}, `${'x'.repeat(260)}@example.com`, ['x must be a valid email']],
  ['uid', {}, 'a b', [UID]],
  ['uid', {}, 'é', [UID]],
  ['uid', {}, 'x'.repeat(256), ['x must be at most 255 characters']],
  ['password', { minLength: 6 }, 'short', ['x must be at least 6 characters']],
  [
    'enumeration',
    { enum: ['news', 'blog', 'howto'] },
    'x',
    ['x must be one of the following values: news, blog, howto, '],
  ],
  ['enumeration', { enum: ['news'] }, '', ['x must be one of the following values: news, ']],
  ['enumeration', { enum: ['5'] }, 5, ['x must be one of the following values: 5, ']],
  ['integer', {}, 'abc', [notANumber('"abc"')]],
  ['integer', {}, true, [notANumber('true')]],
  ['integer', {}, {}, [notANumber('{}')]],
  ['integer', {}, '', [notANumber('""')]],
  ['integer', {}, '0x10', [notANumber('"0x10"')]],
  ['integer', {}, '1e999', [notANumber('"1e999"')]],
  ['integer', {}, 1.5, ['x must be an integer']],
  ['integer', {}, 2 ** 53, ['x must be less than or equal to 9007199254740991']],
  ['integer', { min: 1 }, 0, ['x must be greater than or equal to 1']],
  ['integer', { max: 5 }, 6, ['x must be less than or equal to 5']],
  ['float', {}, 'abc', [notANumber('"abc"')]],
  ['float', { min: 0.5 }, 0.4, ['x must be greater than or equal to 0.5']],
  ['float', { max: 9.5 }, 9.6, ['x must be less than or equal to 9.5']],
  ['biginteger', {}, 'abc', ['x must be a valid integer']],
  ['biginteger', {}, 1.5, ['x must be a valid integer']],
  ['biginteger', {}, '42.0', ['x must be a valid integer']],
  ['biginteger', {}, true, ['x must be a valid integer']],
  ['biginteger', {}, 2 ** 60, ['x must be a valid integer (send one beyond 9007199254740991 as a string)']],
  ['biginteger', {}, '9223372036854775808', ['x must be less than or equal to 9223372036854775807']],
  ['biginteger', {}, '-9223372036854775809', ['x must be greater than or equal to -9223372036854775808']],
  ['biginteger', { min: '10' }, '9', ['x must be greater than or equal to 10']],
  [
    'biginteger',
    { max: '9000000000000000000' },
    '9000000000000000001',
    ['x must be less than or equal to 9000000000000000000'],
  ],
  ['decimal', {}, 'abc', [notANumber('"abc"')]],
  ['decimal', {}, '', [notANumber('""')]],
  ['decimal', {}, '1.2345678', ['x must have at most 6 decimal places']],
  ['decimal', {}, 0.1 + 0.2, ['x must have at most 6 decimal places']],
  ['decimal', {}, '1234567890123', ['x must have at most 12 digits before the decimal point']],
  ['decimal', { precision: 4, scale: 2 }, '100', ['x must have at most 2 digits before the decimal point']],
  ['decimal', { min: 1 }, '0.999999', ['x must be greater than or equal to 1']],
  ['decimal', { max: 100 }, '100.000001', ['x must be less than or equal to 100']],
  ['boolean', {}, 't', [mustBe('boolean', '"t"')]],
  ['boolean', {}, 2, [mustBe('boolean', '2')]],
  ['boolean', {}, '', [mustBe('boolean', '""')]],
  ['date', {}, '15.01.2024', [BAD_DATE]],
  ['date', {}, '2024-1-5', [BAD_DATE]],
  ['date', {}, '2024-01-15abc', [BAD_DATE]],
  ['date', {}, 20240115, [BAD_DATE]],
  ['date', {}, '2023-02-29', ['Invalid date']],
  ['date', {}, '2024-13-01', ['Invalid date']],
  ['time', {}, '10:20', [BAD_TIME]],
  ['time', {}, '24:00:00', [BAD_TIME]],
  ['time', {}, '10:20:30.1234', [BAD_TIME]],
  ['time', {}, 1020, ['Expected a string, got a number']],
  ['datetime', {}, 'yesterday', [BAD_MOMENT]],
  ['datetime', {}, '2024-02-30T00:00:00Z', [BAD_MOMENT]],
  ['datetime', {}, '2024-01-15T25:00:00Z', [BAD_MOMENT]],
  ['datetime', {}, '9999-12-31T23:59:59-01:00', [BAD_MOMENT]],
  ['datetime', {}, 9e15, [BAD_MOMENT]],
  ['datetime', {}, true, [BAD_MOMENT]],
  ['datetime', {}, {}, [BAD_MOMENT]],
  ['timestamp', {}, '', [BAD_MOMENT]],
  ['json', {}, { a: ['\ud800'] }, [NOT_UNICODE]],
  ['json', {}, { '\udfff': 1 }, [NOT_UNICODE]],
  ['json', {}, ['a\0'], [NUL]],
  ['json', {}, nested(501), ['x must not be nested more than 500 levels deep']],
  ['json', {}, nested(100_000), ['x must be a value that JSON can hold']],
  ['array', {}, {}, [mustBe('array', '{}')]],
  [
    'array',
    {},
    ['a', { b: 1 }, null],
    ['x[1] must be a string, a number or a boolean', 'x[2] must be a string, a number or a boolean'],
  ],
  ['blocks', {}, {}, [mustBe('array', '{}')]],
  ['blocks', {}, 'text', [mustBe('array', '"text"')]],
  ['blocks', {}, [{ type: 'poem', children: [] }], ['Block node is of invalid type']],
  ['blocks', {}, [{ type: 'paragraph' }], ['x[0].children is a required field']],
  [
    'blocks',
    {},
    [{ type: 'paragraph', children: [] }],
    ['Paragraph node children must have at least one Text or Link node'],
  ],
  [
    'blocks',
    {},
    [{ type: 'heading', children: [{ type: 'text', text: '' }] }],
    ['x[0].level is a required field'],
  ],
  [
    'blocks',
    {},
    [{ type: 'paragraph', children: [{ type: 'text' }] }],
    ['Text must be defined with at least an empty string'],
  ],
  [
    'blocks',
    {},
    [{ type: 'paragraph', children: [{ type: 'x' }] }],
    ['Paragraph node children must have at least one Text or Link node'],
  ],
  ['blocks', {}, [{ type: 'list', children: [] }], ['x[0].format is a required field']],
];

/** Valid and invalid values of a row that may be incomplete. */
const PARTIAL: readonly (readonly [
  type: string,
  options: object,
  input: unknown,
  messages: readonly string[],
])[] = [
  ['string', { minLength: 3 }, 'a', []],
  ['string', { regex: '^a$' }, 'b', []],
  ['email', {}, 'nobody', []],
  ['email', {}, '', []],
  ['uid', {}, 'a b', []],
  ['integer', { min: 1 }, 0, []],
  ['float', { min: 1 }, 0, []],
  ['biginteger', { min: '10' }, 1, []],
  ['decimal', { min: 1 }, 0, []],
  ['string', { maxLength: 1 }, 'ab', ['x must be at most 1 characters']],
  ['string', {}, 'x'.repeat(256), ['x must be at most 255 characters']],
  ['integer', { max: 5 }, 6, ['x must be less than or equal to 5']],
  ['integer', {}, 1.5, ['x must be an integer']],
  ['enumeration', { enum: ['a'] }, 'b', ['x must be one of the following values: a, ']],
  ['date', {}, 'x', [BAD_DATE]],
  ['blocks', {}, [{}], ['Block node is of invalid type']],
];

const name = (value: unknown) =>
  (JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : v)) ?? '').slice(0, 60);

describe('values', () => {
  it.each(STORED.map((row) => [...row, name(row[2])] as const))(
    '%s %j stores it',
    (type, options, input, stored) => {
      expect(write(type, options, input)).toEqual({ stored, messages: [], issues: [] });
    },
  );

  it.each(REFUSED.map(([type, options, input, messages]) => [type, options, messages, { input }] as const))(
    '%s %j refuses with %j',
    (type, options, messages, { input }) => {
      expect(write(type, options, input).messages).toEqual(messages);
    },
  );

  it.each(PARTIAL)('%s %j takes %j in a partial row with issues %j', (type, options, input, messages) => {
    expect(write(type, options, input, 'partial').messages).toEqual(messages);
  });

  it('names the place and the value of an issue', () => {
    expect(write('array', {}, ['a', null]).issues).toEqual([
      { path: ['x', 1], message: 'x[1] must be a string, a number or a boolean', value: null },
    ]);
  });

  it('gives back what a component stored', () => {
    for (const [type, options, , stored] of STORED) {
      const scalar = typeOf(type);
      const parsed = scalar.options.parse(options, [], []);
      const json = scalar.toJson(stored as string, parsed);
      expect(scalar.fromJson(JSON.parse(json), parsed)).toEqual(stored);
    }
  });

  it('writes null as null, whatever the type', () => {
    for (const type of registry.names()) {
      const scalar = registry.get(type);
      if (scalar?.kind === 'scalar') expect(scalar.toJson(null, {})).toBe('null');
    }
  });
});

function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}
