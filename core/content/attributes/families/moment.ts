// Dates and times as ISO text of fixed width in UTC. Text without a zone is UTC, whatever machine reads it.

export type Reading = { readonly value: string } | { readonly reason: string };

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/;
const MOMENT =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;

/** `yyyy-MM-dd`; a full ISO datetime is cut, as written. */
export function readDate(input: unknown): Reading {
  const text = input instanceof Date && !Number.isNaN(input.getTime()) ? input.toISOString() : input;
  const match = typeof text === 'string' ? DATE.exec(text) : null;
  if (!match) return { reason: 'Invalid format, expected yyyy-MM-dd' };
  const [, year = '', month = '', day = ''] = match;
  return isDay(Number(year), Number(month), Number(day))
    ? { value: `${year}-${month}-${day}` }
    : { reason: 'Invalid date' };
}

/** `HH:mm:ss.SSS` */
export function readTime(input: unknown): Reading {
  if (typeof input !== 'string')
    return { reason: `Expected a string, got a ${input === null ? 'null' : typeof input}` };
  const match = TIME.exec(input);
  if (!match) return { reason: 'Invalid time format, expected HH:mm:ss.SSS' };
  const [, hours, minutes, seconds, fraction = ''] = match;
  return { value: `${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}` };
}

/** `yyyy-MM-ddTHH:mm:ss.SSSZ`, of milliseconds since 1970 or an ISO date with or without time and zone. */
export function readMoment(input: unknown): Reading {
  if (typeof input === 'string' && isStoredForm(input)) return { value: input };
  const milliseconds = input instanceof Date ? input.getTime() : toMilliseconds(input);
  const wrong = { reason: 'Invalid format, expected a timestamp or an ISO date' };
  if (Number.isNaN(milliseconds) || milliseconds < FIRST || milliseconds > LAST) return wrong;
  return { value: new Date(milliseconds).toISOString() };
}

/** Most clients send moments in the stored form. This check costs half as much as reading each part. */
function isStoredForm(text: string): boolean {
  if (text.length !== STORED_LENGTH) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

const STORED_LENGTH = 'yyyy-MM-ddTHH:mm:ss.SSSZ'.length;
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

function toMilliseconds(input: unknown): number {
  if (typeof input === 'number') return Math.trunc(input);
  if (typeof input !== 'string') return Number.NaN;
  const match = MOMENT.exec(input.trim());
  // four digits are a year; anything else without a dash is a count of milliseconds
  if (!match) return /^-?\d+$/.test(input.trim()) ? Number(input) : Number.NaN;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) => match[group]);
  const parts = [year, month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0].map(Number);
  const [y = 0, mo = 1, d = 1, h = 0, mi = 0, s = 0] = parts;
  if (!isDay(y, mo, d) || h > 23 || mi > 59 || s > 59) return Number.NaN;
  const offset = offsetOf(match[8]);
  const fraction = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return dayToMilliseconds(y, mo, d) + ((h * 60 + mi - offset) * 60 + s) * 1000 + fraction;
}

/** Minutes east of UTC. */
function offsetOf(zone: string | undefined): number {
  if (!zone || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(dayToMilliseconds(year, month, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

// Date.UTC takes years below 100 for years of the twentieth century
function dayToMilliseconds(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
