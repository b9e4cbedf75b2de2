// The lifespan of a token: parses `30d` to milliseconds.
import { check } from '../../core';

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const FORM = /^(\d{1,9}) ?([smhdw])$/;
/** A century; a longer lifespan is a mistake in the unit. */
const MAX_LIFESPAN = 3_155_760_000_000;

/** Milliseconds (as clients of the peer send), a text, or null for a token that never expires. */
export const lifespanCheck = check.anyOf(
  'milliseconds, or a text like "30d", "12h", "10m", or null for a token that never expires',
  check.integer({ min: 1000, max: MAX_LIFESPAN }),
  check.string({ pattern: FORM }),
  check.oneOf(null),
);

export const LIFESPAN_EXPECTED = 'expected a lifespan like 30d, 12h or 10m';

/** null: never expires; undefined: not a lifespan. */
export function lifespanOf(given: string | number | null): number | null | undefined {
  if (given === null || typeof given === 'number') return given;
  const [, count, unit = ''] = FORM.exec(given) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  return milliseconds >= 1000 && milliseconds <= MAX_LIFESPAN ? milliseconds : undefined;
}
