// The locales there are, as this process knows them: what the parameter and the axis ask on every request. locales.ts
// keeps it equal to the database.
import type { AxisBinding } from '../../core';
import type { I18nConfig } from './config';

export interface LocaleSet {
  readonly codes: readonly string[];
  readonly defaultCode: string;
  has(code: string): boolean;
  /** The locale and those to be shown instead of it; null where there are none. */
  withFallbacks(code: string): AxisBinding | null;
  /** Answers whether anything is different now. */
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
