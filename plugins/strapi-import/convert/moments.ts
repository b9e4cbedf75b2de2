// Times of the source → ISO text in UTC. SQLite stores milliseconds since 1970. Servers store the local time of the Strapi process without
// its zone, so the import needs the zone.

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/;

export function toMoment(value: unknown, zone: string): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.toISOString();
  const text = String(value);
  if (/^-?\d+$/.test(text)) return isoOf(Number(text));
  const local = LOCAL.exec(text);
  if (!local) return isoOf(Date.parse(text));
  const [, day, time = '00:00'] = local;
  const asUtc = Date.parse(`${day}T${time.replace(/(\.\d{3})\d+$/, '$1')}Z`);
  return isoOf(zone === 'UTC' ? asUtc : asUtc - offsetAt(asUtc, zone));
}

const isoOf = (milliseconds: number): string | null =>
  Number.isFinite(milliseconds) && Math.abs(milliseconds) <= 8.64e15
    ? new Date(milliseconds).toISOString()
    : null;

/** Milliseconds by which the zone is ahead of UTC at this local time. The second step corrects hours beside a change of the offset. */
function offsetAt(local: number, zone: string): number {
  const first = offsetOf(local, zone);
  return offsetOf(local - first, zone);
}

function offsetOf(moment: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

export function isZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}
