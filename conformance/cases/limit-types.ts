// The content type `limit`: attributes with options at their limits, and attributes with defaults.
import { entryOf, typeOf } from './definition-files';
import { is, type Pattern } from './pattern';

const LABELLED = entryOf('labelled', { label: { type: 'string' } });
const component = { type: 'component', component: 'shared.labelled' };

interface Limit {
  readonly attribute: object;
  readonly fits: readonly unknown[];
  readonly breaks: readonly unknown[];
}

/** Attributes with options at their limits, the values that just fit, and those that just do not. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  exact: {
    attribute: { type: 'decimal', precision: 18, scale: 18 },
    fits: ['0.123456789012345678'],
    breaks: ['0.1234567890123456789', '1'],
  },
  whole: { attribute: { type: 'decimal', precision: 1, scale: 0 }, fits: [9, -9], breaks: [10, 0.5] },
  wide: {
    attribute: { type: 'decimal', precision: 18, scale: 0 },
    fits: ['999999999999999999'],
    breaks: ['1000000000000000000'],
  },
  only: { attribute: { type: 'integer', min: 7, max: 7 }, fits: [7], breaks: [6, 8] },
  half: { attribute: { type: 'float', min: 0.5, max: 0.5 }, fits: [0.5], breaks: [0.4, 0.6] },
  cents: { attribute: { type: 'decimal', min: '0.05', max: '0.05' }, fits: [0.05], breaks: [0.04, 0.06] },
  big: {
    attribute: { type: 'biginteger', min: '9007199254740993', max: '9007199254740993' },
    fits: ['9007199254740993'],
    breaks: ['9007199254740992', '9007199254740994'],
  },
  zeroInteger: { attribute: { type: 'integer', min: 0, max: 0 }, fits: [0], breaks: [-1, 1] },
  zeroFloat: { attribute: { type: 'float', min: 0, max: 0 }, fits: [0], breaks: [-0.1, 0.1] },
  zeroBig: { attribute: { type: 'biginteger', min: '0', max: '0' }, fits: ['0'], breaks: ['-1', '1'] },
  zero: { attribute: { type: 'decimal', min: 0, max: 0 }, fits: [0], breaks: [-0.1, 0.1] },
  three: { attribute: { type: 'string', minLength: 3, maxLength: 3 }, fits: ['abc'], breaks: ['ab', 'abcd'] },
  letter: { attribute: { type: 'text', minLength: 1, maxLength: 1 }, fits: ['a'], breaks: ['', 'ab'] },
  single: { attribute: { type: 'enumeration', enum: ['one'] }, fits: ['one'], breaks: ['One', 'two'] },
  exactly: {
    attribute: { ...component, repeatable: true, min: 2, max: 2 },
    fits: [[{ label: 'a' }, { label: 'b' }]],
    breaks: [[{ label: 'a' }], [{ label: 'a' }, { label: 'b' }, { label: 'c' }]],
  },
  zone: {
    attribute: { type: 'dynamiczone', components: ['shared.labelled'], min: 1, max: 1 },
    fits: [[{ __component: 'shared.labelled', label: 'a' }]],
    breaks: [Array(2).fill({ __component: 'shared.labelled', label: 'a' })],
  },
};
/** A create without a body gives each attribute its default. */
export const DEFAULTS: Readonly<Record<string, readonly [attribute: object, shown: Pattern]>> = {
  dString: [{ type: 'string', default: 'abc', minLength: 3, maxLength: 3 }, 'abc'],
  dInteger: [{ type: 'integer', default: 0 }, 0],
  dFloat: [{ type: 'float', default: -0.5 }, -0.5],
  dDecimal: [{ type: 'decimal', default: '2.50' }, is.decimal('2.5')],
  dBig: [{ type: 'biginteger', default: '9007199254740993' }, '9007199254740993'],
  dBoolean: [{ type: 'boolean', default: false }, false],
  dDate: [{ type: 'date', default: '2024-02-29' }, '2024-02-29'],
  dTime: [{ type: 'time', default: '23:59:59.999' }, '23:59:59.999'],
  dMoment: [{ type: 'datetime', default: '2024-02-29T12:00:00.000Z' }, '2024-02-29T12:00:00.000Z'],
  dJson: [{ type: 'json', default: { a: [1, null] } }, { a: [1, null] }],
  dEnum: [{ type: 'enumeration', enum: ['one', 'two'], default: 'two' }, 'two'],
  dNull: [{ type: 'string', default: null }, null],
  dNone: [{ type: 'string' }, null],
};

export const LIMIT_TYPES: Readonly<Record<string, unknown>> = {
  ...LABELLED,
  ...typeOf(
    'limit',
    Object.fromEntries([
      ...Object.entries(LIMITS).map(([name, { attribute }]) => [name, attribute] as const),
      ...Object.entries(DEFAULTS).map(([name, [attribute]]) => [name, attribute] as const),
    ]),
  ),
};
