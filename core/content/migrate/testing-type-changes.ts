// The table of type-changes.test.ts: changes of types, and values before and after.

export type Definition = { readonly type: string } & Readonly<Record<string, unknown>>;
/** The types, and pairs of a value before and after. */
export type Change = readonly [from: string | Definition, to: string | Definition, values: readonly Pair[]];
export type Pair = readonly [before: unknown, after: unknown];

const DAY = '2024-05-01';
const MIDNIGHT = `${DAY}T00:00:00.000Z`;
export const NOON = `${DAY}T12:00:00.000Z`;
const COLOURS = { type: 'enumeration', enum: ['red', 'blue'] };
const DECIMAL = (precision: number, scale: number) => ({ type: 'decimal', precision, scale });
const LONG = 'x'.repeat(300);

/** Every value converts. */
export const KEEPING: readonly Change[] = [
  [
    'string',
    'date',
    [
      [DAY, DAY],
      ['', null],
      [null, null],
    ],
  ],
  [
    'string',
    'datetime',
    [
      [DAY, MIDNIGHT],
      ['2024-05-01T14:00:00+02:00', NOON],
    ],
  ],
  ['string', 'time', [['12:00:00', '12:00:00.000']]],
  [
    'string',
    'text',
    [
      ['kept', 'kept'],
      ['', ''],
    ],
  ],
  ['text', 'string', [['kept', 'kept']]],
  ['string', 'richtext', [['*kept*', '*kept*']]],
  ['string', 'uid', [['kept', 'kept']]],
  ['string', 'email', [['a@b.c', 'a@b.c']]],
  ['string', COLOURS, [['red', 'red']]],
  [COLOURS, 'string', [['blue', 'blue']]],
  ['date', 'datetime', [[DAY, MIDNIGHT]]],
  ['datetime', 'date', [[MIDNIGHT, DAY]]],
  ['date', 'string', [[DAY, DAY]]],
  ['time', 'text', [['12:00:00', '12:00:00.000']]],
  ['datetime', 'timestamp', [[NOON, NOON]]],
  [
    'string',
    'integer',
    [
      ['12', 12],
      ['-3', -3],
      ['12.0', 12],
    ],
  ],
  ['string', 'biginteger', [['9007199254740993', '9007199254740993']]],
  ['string', DECIMAL(10, 2), [['9.90', 9.9]]],
  ['string', 'float', [['0.5', 0.5]]],
  [
    'string',
    'boolean',
    [
      ['true', true],
      ['0', false],
    ],
  ],
  [
    'boolean',
    'integer',
    [
      [true, 1],
      [false, 0],
    ],
  ],
  ['integer', 'boolean', [[1, true]]],
  ['integer', 'string', [[12, '12']]],
  ['float', 'integer', [[3, 3]]],
  [DECIMAL(18, 6), DECIMAL(10, 2), [[1.5, 1.5]]],
  ['integer', DECIMAL(18, 6), [[7, 7]]],
  [
    'string',
    'json',
    [
      ['word', 'word'],
      ['{"a":1}', { a: 1 }],
    ],
  ],
  [
    'json',
    'text',
    [
      [{ a: [1] }, '{"a":[1]}'],
      ['word', 'word'],
    ],
  ],
];

/** The first value converts; the others do not, or not wholly. */
export const LOSING: readonly Change[] = [
  [
    { type: 'string', unique: true },
    { type: 'integer', unique: true },
    [
      ['12.0', 12],
      ['007', 7],
    ],
  ],
  [
    'string',
    'date',
    [
      [DAY, DAY],
      ['hello', null],
      [NOON, DAY],
    ],
  ],
  [
    'string',
    'datetime',
    [
      [NOON, NOON],
      ['hello', null],
    ],
  ],
  [
    'string',
    'time',
    [
      ['12:00:00.000', '12:00:00.000'],
      ['noon', null],
    ],
  ],
  [
    'text',
    'string',
    [
      ['kept', 'kept'],
      [LONG, null],
    ],
  ],
  [
    'string',
    COLOURS,
    [
      ['red', 'red'],
      ['green', null],
    ],
  ],
  [
    'datetime',
    'date',
    [
      [MIDNIGHT, DAY],
      [NOON, DAY],
    ],
  ],
  [
    'date',
    'time',
    [
      [null, null],
      [DAY, null],
    ],
  ],
  [
    'string',
    'integer',
    [
      ['12', 12],
      ['007', 7],
      ['1.5', null],
      ['x', null],
    ],
  ],
  [
    'string',
    'float',
    [
      ['0.5', 0.5],
      ['9007199254740993', 9007199254740992],
    ],
  ],
  [
    'float',
    'integer',
    [
      [2, 2],
      [2.5, null],
    ],
  ],
  [
    'integer',
    'boolean',
    [
      [0, false],
      [2, null],
    ],
  ],
  [
    DECIMAL(18, 6),
    DECIMAL(10, 2),
    [
      [1.5, 1.5],
      [1.234, null],
    ],
  ],
  [
    'string',
    'password',
    [
      [null, null],
      ['secret', null],
    ],
  ],
  [
    'password',
    'string',
    [
      [null, null],
      ['$scrypt$hash', null],
    ],
  ],
  [
    'string',
    'blocks',
    [
      [null, null],
      ['text', null],
    ],
  ],
];
