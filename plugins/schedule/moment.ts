// Times in time zones: a text with an offset, or a local time of a zone → milliseconds. A local time that the zone skips is refused; of
// a time that it has twice, the first one counts.
//   2026-10-25T02:30 in Europe/Berlin → 2026-10-25T00:30:00.000Z (again an hour later)

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;
const DAY = 86_400_000;
const MINUTE = 60_000;

/** The one spelling of a time zone; null: there is no such zone. */
export function timeZoneOf(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** A text: what is wrong with the time, and the remedy. */
export function momentOf(text: string, timeZone: string): number | string {
  const [, year, month, day, hour, minute, second = '0', fraction = '0', offset] = TIME.exec(text) ?? [];
  if (year === undefined)
    return `"${text}" is no ISO time; write "2026-03-01T09:00" with a time zone, or "2026-03-01T08:00:00Z"`;
  const parts = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const asUtc = Date.UTC(parts[0], parts[1] - 1, ...parts.slice(2)) + Number(fraction.padEnd(3, '0'));
  if (new Date(asUtc).toISOString().slice(0, 19) !== shownParts(parts))
    return `"${text}" is no time of the calendar`;
  if (offset !== undefined) return asUtc - offsetOf(offset);
  const candidates = [-DAY, DAY]
    .map((away) => asUtc - zoneOffset(asUtc + away, timeZone))
    .filter((moment) => moment + zoneOffset(moment, timeZone) === asUtc);
  return candidates.length > 0
    ? Math.min(...candidates)
    : `the time ${text} does not exist in ${timeZone}, where clocks skip it; choose another time`;
}

/** `2026-03-01T09:00:00+01:00` */
export function localTime(moment: number, timeZone: string): string {
  const offset = zoneOffset(moment, timeZone);
  const local = new Date(moment + offset).toISOString().slice(0, 19);
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, '0'));
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${rest}`;
}

const shownParts = ([year, ...others]: readonly number[]): string => {
  const [month, day, hour, minute, second] = others.map((each) => String(each).padStart(2, '0'));
  return `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
};

function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const [hours, minutes] = text.slice(1).split(':').map(Number) as [number, number];
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which clocks of the zone are ahead of UTC at a moment. */
function zoneOffset(moment: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const inSeconds = Math.floor(moment / 1000) * 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - inSeconds;
}
