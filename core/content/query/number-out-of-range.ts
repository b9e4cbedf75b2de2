// A number that a column of whole numbers or decimals cannot hold becomes one that it can. `[rating][$gt]=0.5` → `[rating][$gte]=1`;
// `[rating]=1.5` → a comparison that is false of every rating. Databases would round the number or refuse it.

import { canonicalDecimal } from '../../database/decimal-text';
import type { ColumnSpec, Stored } from '../../database/sql-dialect';
import type { FilterOperator } from '../attributes/filter-operator';
import { EQUAL, NOT_EQUAL } from '../attributes/operators/equality';
import { IN, NOT_IN } from '../attributes/operators/list';
import { AT_LEAST, AT_MOST, BETWEEN, GREATER, LESS } from '../attributes/operators/order';
import type { ScalarAttribute } from '../model/compiled/content-type';
import type { CompareFilter } from './ast';

type Comparison = Pick<CompareFilter, 'operator' | 'value'>;

/** null: the operator of a plugin, whose meaning is unknown here, with a value that the column cannot hold. */
export function fitNumber(
  field: ScalarAttribute,
  operator: FilterOperator,
  value: CompareFilter['value'],
): Comparison | null {
  const asked = { operator, value };
  if (field.type.filter?.kind !== 'number' || operator.takes === 'none' || operator.value !== 'own')
    return asked;
  const range = rangeOf(field.type.column(field.options));
  if (!range) return asked;
  const values = (Array.isArray(value) ? value : [value]) as readonly Stored[];
  const steps = values.map((each) => stepsOf(each, range));
  if (steps.every(fits)) return asked;

  const write = (count: bigint): Stored => writeSteps(count, range, values[0] ?? null);
  const never: Comparison = { operator: LESS, value: write(range.least) };
  const always: Comparison = { operator: AT_LEAST, value: write(range.least) };
  const atLeast = (count: bigint): Comparison =>
    count > range.most
      ? never
      : { operator: AT_LEAST, value: write(count < range.least ? range.least : count) };
  const atMost = (count: bigint): Comparison =>
    count < range.least
      ? never
      : { operator: AT_MOST, value: write(count > range.most ? range.most : count) };
  const [first, second] = steps;
  if (!first) return asked;
  switch (operator) {
    case EQUAL:
      return never;
    case NOT_EQUAL:
      return always;
    case LESS:
      return atMost(first.isExact ? first.floor - 1n : first.floor);
    case AT_MOST:
      return atMost(first.floor);
    case GREATER:
      return atLeast(first.floor + 1n);
    case AT_LEAST:
      return atLeast(ceil(first));
    case BETWEEN: {
      const from = ceil(first);
      const to = second?.floor ?? from;
      if (from > range.most || to < range.least || from > to) return never;
      const ends = [from < range.least ? range.least : from, to > range.most ? range.most : to];
      return { operator, value: ends.map(write) };
    }
    case IN:
    case NOT_IN: {
      const fitting = values.filter((_, index) => fits(steps[index] as Steps));
      if (fitting.length === 0) return operator === IN ? never : always;
      return { operator, value: fitting };
    }
    default:
      return null;
  }
}

/** The range of a column, in units of its smallest step: 1, or 0.01 for a decimal with scale 2. */
interface Range {
  readonly scale: number;
  readonly least: bigint;
  readonly most: bigint;
}

const WHOLE: Range = { scale: 0, least: -(2n ** 63n), most: 2n ** 63n - 1n };

function rangeOf(column: ColumnSpec): Range | null {
  if (column.kind === 'integer') return WHOLE;
  if (column.kind !== 'decimal') return null;
  const most = 10n ** BigInt(column.precision) - 1n;
  return { scale: column.scale, least: -most, most };
}

interface Steps {
  readonly floor: bigint;
  readonly isExact: boolean;
  readonly isInRange: boolean;
}

const fits = ({ isExact, isInRange }: Steps): boolean => isExact && isInRange;

const ceil = ({ floor, isExact }: Steps): bigint => (isExact ? floor : floor + 1n);

function stepsOf(value: Stored, { scale, least, most }: Range): Steps {
  if (scale === 0 && typeof value === 'number' && Number.isSafeInteger(value))
    return { floor: BigInt(value), isExact: true, isInRange: true };
  const text = canonicalDecimal(value) ?? '0';
  const [whole = '0', fraction = ''] = text.split('.');
  const cut = BigInt(whole.replace('-', '') + fraction.slice(0, scale).padEnd(scale, '0'));
  const isExact = fraction.length <= scale;
  const signed = text.startsWith('-') ? -cut : cut;
  const floor = text.startsWith('-') && !isExact ? signed - 1n : signed;
  return { floor, isExact, isInRange: floor >= least && floor <= most };
}

/** In the form of the value that was sent: a number, or text. */
function writeSteps(count: bigint, { scale }: Range, like: Stored): Stored {
  if (typeof like === 'number' && scale === 0)
    return count >= BigInt(Number.MIN_SAFE_INTEGER) && count <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(count)
      : count;
  const digits = (count < 0n ? -count : count).toString().padStart(scale + 1, '0');
  const text = `${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`;
  return canonicalDecimal(`${count < 0n ? '-' : ''}${text}`);
}
