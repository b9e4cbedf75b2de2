// How long a token lives, as people write it (`30d`) and as it is kept (milliseconds).
import { check } from '../../core';

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const FORM = /^(\d{1,9}) ?([smhdw])$/;
/** A century; what is longer is a mistake in the unit. */
const MOST = 3_155_760_000_000;

/** Milliseconds as the peer's clients send them, a text, or null for a token without an end. */
export const lifespanCheck = check.anyOf(
  'milliseconds, or a text like "30d", "12h", "10m", or null for no end',
  check.integer({ min: 1000, max: MOST }),
  check.string({ pattern: FORM }),
  check.oneOf(null),
);

export const LIFESPAN_EXPECTED = 'expected a lifespan like 30d, 12h or 10m';

/** null: for ever; undefined: not a lifespan. */
export function lifespanOf(given: string | number | null): number | null | undefined {
  if (given === null || typeof given === 'number') return given;
  const [, count, unit = ''] = FORM.exec(given) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  return milliseconds >= 1000 && milliseconds <= MOST ? milliseconds : undefined;
}
