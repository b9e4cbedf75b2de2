// The operators of filters, on values that are not null.
import type { Structure, Value } from './kinds';
import type { Row } from './stored';

type Holds = (stored: Value, asked: Value | readonly Value[]) => boolean;

/** Texts with a time become moments, so that two spellings of one moment are equal. */
export const plainOf = (value: Value): Value =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

const isList = (asked: Value | readonly Value[]): asked is readonly Value[] => Array.isArray(asked);
const one = (asked: Value | readonly Value[], at = 0): Value => (isList(asked) ? (asked[at] ?? null) : asked);
export const compared = (left: Value, right: Value): number => {
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
const includes: Holds = (stored, asked) => text(stored).includes(text(one(asked)));
const includesi: Holds = (stored, asked) => low(stored).includes(low(one(asked)));
const isNull: Holds = (stored, asked) => (stored === null) === asked;

const OPERATORS: Readonly<Record<string, Holds>> = {
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
  $contains: includes,
  $notContains: not(includes),
  $containsi: includesi,
  $notContainsi: not(includesi),
  $startsWith: (stored, asked) => text(stored).startsWith(text(one(asked))),
  $startsWithi: (stored, asked) => low(stored).startsWith(low(one(asked))),
  $endsWith: (stored, asked) => text(stored).endsWith(text(one(asked))),
  $endsWithi: (stored, asked) => low(stored).endsWith(low(one(asked))),
  $between: (stored, asked) => compared(stored, one(asked)) >= 0 && compared(stored, one(asked, 1)) <= 0,
  $null: isNull,
  $notNull: not(isNull),
};

const LISTS = ['$in', '$notIn', '$between'];
const NEGATED = /^\$n/;

/** An operator for one value may get a list: then one value must match. A negated operator must match for all values. */
export function holds(operator: string, stored: Value, asked: Value | readonly Value[]): boolean {
  const of = OPERATORS[operator];
  if (!of) throw new Error(`The model does not know ${operator}.`);
  if (!isList(asked) || LISTS.includes(operator)) return of(stored, asked);
  const one = (value: Value): boolean => of(stored, value);
  return NEGATED.test(operator) ? asked.every(one) : asked.some(one);
}

/** `_q`: texts contain it in any case, numbers equal it. */
export const contains = ({ attributes }: Structure, { values }: Row, word: string): boolean =>
  Object.entries(attributes).some(([name, { shape }]) => {
    const value = values[name] ?? null;
    if (value === null) return false;
    return shape === 'number' ? value === Number(word) : SEARCHED.includes(shape) && includesi(value, word);
  });

const SEARCHED = ['text', 'nullable'];
