// `from` and `to` of lists: moments. `to` is no longer part of the range.
//   ?from=2026-12-01T00:00Z&to=2027-01-01T00:00Z → the changes of December
import { type Check, check, described } from '../../core';
import { momentOf } from './moment';

const LONGEST = 40;
const { optional } = check;

/** A time without an offset is a local time of the zone. */
export function rangeIn(timeZone: string) {
  const moment: Check<number> = {
    schema: { type: 'string', minLength: 1, maxLength: LONGEST },
    parse(input, path, issues) {
      const read = typeof input === 'string' && input.length <= LONGEST ? momentOf(input, timeZone) : null;
      if (typeof read === 'number') return read;
      const local = `or "2026-03-01T09:00" on the clocks of ${timeZone}`;
      const message = `expected a time of the calendar such as "2026-03-01T08:00:00Z", ${local}, got ${JSON.stringify(input)?.slice(0, 60)}`;
      issues.push({ path, message, value: input });
      return 0;
    },
  };
  return {
    from: described(
      'From this time on. A list with `from` or `to` has only entries with a time, in the order of the times.',
      optional(moment),
    ),
    to: described('Before this time.', optional(moment)),
  };
}
