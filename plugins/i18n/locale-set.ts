// The locales in memory, read by every request. locales.ts keeps them equal to the database.
import type { AxisBinding } from '../../core';
import type { I18nConfig } from './config';

export interface LocaleSet {
  readonly codes: readonly string[];
  readonly defaultCode: string;
  has(code: string): boolean;
  /** The locale followed by its fallbacks; null when it has no fallback. */
  withFallbacks(code: string): AxisBinding | null;
  /** Returns whether the locales changed. */
  set(codes: readonly string[], defaultCode: string): boolean;
}

export function createLocaleSet({ defaultLocale, fallbacks }: I18nConfig): LocaleSet {
  let known: ReadonlySet<string> = new Set([defaultLocale]);
  let current = defaultLocale;
  return {
    get codes() {
      return [...known];
    },
    get defaultCode() {
      return current;
    },
    has: (code) => known.has(code),
    withFallbacks(code) {
      const chain = Object.hasOwn(fallbacks, code) ? fallbacks[code] : undefined;
      const others = (chain ?? []).filter((other) => other !== code && known.has(other));
      return others.length === 0 ? null : { kind: 'first', values: [code, ...new Set(others)] };
    },
    set(codes, defaultCode) {
      const isSame =
        codes.length === known.size && codes.every((code) => known.has(code)) && defaultCode === current;
      known = new Set(codes);
      current = defaultCode;
      return !isSame;
    },
  };
}
