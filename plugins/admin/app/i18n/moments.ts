// Dates and times in the language of the page.
import { computed } from '@preact/signals';
import { spoken } from './language';

type Moment = string | number;

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** One for all rows of a list: a format takes longer to make than to use. */
const relative = computed(() => new Intl.RelativeTimeFormat(spoken.value.tag, { numeric: 'auto' }));

/** `2 hours ago`. */
export function agoOf(moment: unknown): string {
  const seconds = (Date.parse(String(moment)) - Date.now()) / 1000;
  const format = relative.value;
  for (const [unit, length] of STEPS)
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  return Number.isNaN(seconds) ? '' : format.format(0, 'minute');
}

export const dateAndTimeOf = (moment: Moment): string =>
  new Intl.DateTimeFormat(spoken.value.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  );

export const timeOf = (moment: Moment): string =>
  new Intl.DateTimeFormat(spoken.value.tag, { timeStyle: 'medium' }).format(new Date(moment));

/** On the clocks of a time zone. */
export const timeInZone = (moment: Moment, timeZone: string): string =>
  new Intl.DateTimeFormat(spoken.value.tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  );

/** To the second. */
export const exactTimeOf = (moment: Moment): string =>
  new Intl.DateTimeFormat(spoken.value.tag, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(moment),
  );

/** Is a text a time of a field, such as `2030-03-01T09:00`? */
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) && !Number.isNaN(Date.parse(text));

/** A time on the clock of the browser, for the API. */
export const momentOf = (local: string): string => new Date(local).toISOString();

/** Of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All that the browser knows, and these. */
export const zonesWith = (...more: readonly string[]): readonly string[] =>
  [...new Set([...more, ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
