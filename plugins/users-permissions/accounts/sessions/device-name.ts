// The header User-Agent → a name for people: `Chrome on macOS`. The first match counts, because a browser also names its ancestors.

const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iOS', /iPhone|iPad|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows NT/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
];

/** null: the header names neither a known browser nor a known system. */
export function deviceNameOf(userAgent: string): string | null {
  const named = (known: typeof BROWSERS): string | null =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  return browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system);
}
