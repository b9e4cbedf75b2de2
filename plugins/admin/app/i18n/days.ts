// The names of days and months in the language of the page. They are those of the calendar of the address.
import { computed } from '@preact/signals';
import { type Day, firstDayOf, type Month, startOf } from './calendar';
import { spoken } from './language';

/** One for all days of a month: a format takes longer to make than to use. */
const formatOf = (options: Intl.DateTimeFormatOptions) =>
  computed(() => new Intl.DateTimeFormat(spoken.value.tag, { calendar: 'gregory', ...options }));

const months = formatOf({ month: 'long', year: 'numeric' });
const days = formatOf({ dateStyle: 'full' });
const times = formatOf({ timeStyle: 'short' });
const longNames = formatOf({ weekday: 'long' });
const shortNames = formatOf({ weekday: 'short' });

/** `December 2026`. */
export const titleOfMonth = (month: Month): string => months.value.format(startOf(month));

/** `Thursday, December 3, 2026`. */
export const titleOfDay = (day: Day): string => days.value.format(startOf(day));

/** `9:00 AM`. */
export const clockOf = (moment: string): string => times.value.format(new Date(moment));

export const firstDayOfWeek = (): number => firstDayOf(spoken.value.tag);

/** In the order of a week, which begins with `firstDay`. */
export const weekdays = (firstDay: number): readonly { readonly short: string; readonly long: string }[] =>
  Array.from({ length: 7 }, (_, index) => {
    // The 4th of January 1970 was a Sunday.
    const day = new Date(1970, 0, 4 + firstDay + index);
    return { short: shortNames.value.format(day), long: longNames.value.format(day) };
  });
