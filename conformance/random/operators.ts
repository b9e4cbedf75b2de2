// The operators of filters, on values that are not null.
import type { Value } from './kinds';

type Holds = (stored: Value, asked: Value | readonly Value[]) => boolean;

/** Texts with a time become moments, so that two spellings of one moment are equal. */
export const plainOf = (value: Value): Value =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

const isList = (asked: Value | readonly Value[]): asked is readonly Value[] => Array.isArray(asked);
const one = (asked: Value | readonly Value[], at = 0): Value => (isList(asked) ? (asked[at] ?? null) : asked);
const compared = (left: Value, right: Value): number => {
  const [a, b] = [plainOf(left), plainOf(right)];
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
};
const text = (value: Value): string => String(value);
const low = (value: Value): string => String(value).toLowerCase();
const not =
  (holds: Holds): Holds =>
  (stored, asked) =>
    !holds(stored, asked);
const eq: Holds = (stored, asked) => compared(stored, one(asked)) === 0;
const eqi: Holds = (stored, asked) => low(stored) === low(one(asked));
const isIn: Holds = (stored, asked) => isList(asked) && asked.some((value) => eq(stored, value));
const contains: Holds = (stored, asked) => text(stored).includes(text(one(asked)));
const containsi: Holds = (stored, asked) => low(stored).includes(low(one(asked)));
const isNull: Holds = (stored) => stored === null;

export const OPERATORS: Readonly<Record<string, Holds>> = {
  $eq: eq,
  $ne: not(eq),
  $eqi: eqi,
  $nei: not(eqi),
  $lt: (stored, asked) => compared(stored, one(asked)) < 0,
  $lte: (stored, asked) => compared(stored, one(asked)) <= 0,
  $gt: (stored, asked) => compared(stored, one(asked)) > 0,
  $gte: (stored, asked) => compared(stored, one(asked)) >= 0,
  $in: isIn,
  $notIn: not(isIn),
  $contains: contains,
  $notContains: not(contains),
  $containsi: containsi,
  $notContainsi: not(containsi),
  $startsWith: (stored, asked) => text(stored).startsWith(text(one(asked))),
  $startsWithi: (stored, asked) => low(stored).startsWith(low(one(asked))),
  $endsWith: (stored, asked) => text(stored).endsWith(text(one(asked))),
  $endsWithi: (stored, asked) => low(stored).endsWith(low(one(asked))),
  $between: (stored, asked) => compared(stored, one(asked)) >= 0 && compared(stored, one(asked, 1)) <= 0,
  $null: isNull,
  $notNull: not(isNull),
};
