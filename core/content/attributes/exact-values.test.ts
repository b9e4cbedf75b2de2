// Properties of the canonical forms: exact numbers, moments, JSON.
import * as fc from 'fast-check';
import { canonicalDecimal, compareDecimals, decimalToJson } from '../../database/decimal-text';
import type { Stored } from '../../database/sql-dialect';
import type { ScalarType } from './attribute-type';
import { bigintegerType } from './biginteger';
import { dateType } from './date';
import { datetimeType } from './datetime';
import { decimalType } from './decimal';
import { jsonType } from './json';
import { timeType } from './time';

function store<O>(type: ScalarType<O>, input: unknown, options: object = {}): Stored {
  const issues: never[] = [];
  const stored = type.parse(input, type.options.parse(options, [], []), {
    path: ['x'],
    issues,
    strictness: 'complete',
  });
  expect(issues).toEqual([]);
  return stored;
}

const CANONICAL = /^(?:0|-?[1-9]\d*(?:\.\d*[1-9])?|-?0\.\d*[1-9])$/;
const decimals = fc.tuple(
  fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }),
  fc.integer({ min: 0, max: 18 }),
);

/** `digits` with the point `scale` from the right, spelled as people do. */
function spell(digits: bigint, scale: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const point = text.length - scale;
  return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale > 0 ? `.${text.slice(point)}` : ''}`;
}

describe('exact values', () => {
  it('keeps every digit of a decimal, in one spelling', () => {
    fc.assert(
      fc.property(decimals, ([digits, scale]) => {
        const canonical = store(decimalType, spell(digits, scale), { precision: 18, scale });
        expect(canonical).toMatch(CANONICAL);
        expect(canonicalDecimal(canonical)).toBe(canonical);
        expect(canonicalDecimal(`${digits}e-${scale}`)).toBe(canonical);
        const [whole = '', fraction = ''] = String(canonical).split('.');
        expect(BigInt(whole + fraction.padEnd(scale, '0'))).toBe(digits);
      }),
    );
  });

  it('compares decimals as numbers', () => {
    fc.assert(
      fc.property(decimals, decimals, ([a, scaleA], [b, scaleB]) => {
        const [left, right] = [
          canonicalDecimal(spell(a, scaleA)) ?? '',
          canonicalDecimal(spell(b, scaleB)) ?? '',
        ];
        const difference = a * 10n ** BigInt(scaleB) - b * 10n ** BigInt(scaleA);
        expect(compareDecimals(left, right)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
      }),
    );
  });

  it('answers a decimal as a number only where no digit is lost', () => {
    fc.assert(
      fc.property(decimals, ([digits, scale]) => {
        const canonical = canonicalDecimal(spell(digits, scale)) ?? '';
        const answered: unknown = JSON.parse(decimalToJson(canonical));
        expect(canonicalDecimal(answered)).toBe(canonical);
      }),
    );
    expect(decimalToJson('123456789012345')).toBe('123456789012345');
    expect(decimalToJson('1234567890.123456')).toBe('"1234567890.123456"');
    expect(decimalToJson('0.00000123456789012')).toBe('0.00000123456789012');
  });

  it('reads every double that a decimal can hold', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const canonical = canonicalDecimal(value);
        expect(canonical).toMatch(CANONICAL);
        expect(Number(canonical)).toBe(value + 0 || 0);
      }),
    );
  });

  it('keeps every 64-bit integer', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.integer({ min: 0, max: 5 }),
        (value, zeros) => {
          const text = value < 0n ? `-${'0'.repeat(zeros)}${-value}` : '0'.repeat(zeros) + value;
          expect(store(bigintegerType, text)).toBe(String(value));
          expect(JSON.parse(bigintegerType.toJson(String(value), {}))).toBe(String(value));
        },
      ),
    );
  });

  it('keeps every millisecond from year 0 to 9999, in text that sorts like time', () => {
    const moments = fc.date({
      min: new Date('0000-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, moments, (a, b) => {
        const [left, right] = [
          String(store(datetimeType, a.toISOString())),
          String(store(datetimeType, b.getTime())),
        ];
        expect(left).toBe(a.toISOString());
        expect(right).toBe(b.toISOString());
        expect(left < right).toBe(a.getTime() < b.getTime());
        expect(store(dateType, left)).toBe(left.slice(0, 10));
        expect(store(timeType, left.slice(11, 23))).toBe(left.slice(11, 23));
      }),
    );
  });

  it('keeps a moment whatever zone it is written in', () => {
    const moments = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), (moment, offset) => {
        const there = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const minutes = Math.abs(offset);
        const zone = [Math.floor(minutes / 60), minutes % 60]
          .map((part) => String(part).padStart(2, '0'))
          .join(':');
        expect(store(datetimeType, `${there}${offset < 0 ? '-' : '+'}${zone}`)).toBe(moment.toISOString());
      }),
    );
  });

  it('keeps any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        if (
          value === null ||
          JSON.stringify(value).includes('\\u0000') ||
          /\\ud[89a-f]/.test(JSON.stringify(value))
        )
          return;
        const sent: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(String(store(jsonType, sent)))).toEqual(sent);
      }),
    );
  });
});
