// Checks the setting `fallbacks`. A locale may be added at runtime, so a code that is not configured yet is valid.
// Mistakes are: a code that is not a language, a locale as its own fallback, and a repeated code.
import type { Issue, Path } from '../../core';
import { languageName } from './locale-type';

/** Fallback locales per locale, in order: `{ 'fr-CA': ['fr', 'en'] }`. */
export type Fallbacks = Readonly<Record<string, readonly string[]>>;

/** `configured`: codes that startup adds. They are valid even when no language has this code. */
export function checkFallbacks(
  fallbacks: Fallbacks,
  configured: ReadonlySet<string>,
  path: Path,
  issues: Issue[],
): void {
  const checkLanguage = (code: string, at: Path): void => {
    if (configured.has(code) || languageName(code) !== undefined) return;
    const message = `"${code}" is neither a language code nor a configured locale; correct it, or add it to "locales"`;
    issues.push({ path: at, message });
  };
  for (const [code, chain] of Object.entries(fallbacks)) {
    const place = [...path, code];
    checkLanguage(code, place);
    for (const [index, other] of chain.entries()) {
      const at = [...place, index];
      if (other === code) issues.push({ path: at, message: `"${code}" is its own fallback; remove it` });
      else if (chain.indexOf(other) < index)
        issues.push({ path: at, message: `"${other}" is listed twice; keep one` });
      else checkLanguage(other, at);
    }
  }
}

/** All codes in the setting, without duplicates. */
export const codesIn = (fallbacks: Fallbacks): readonly string[] => [
  ...new Set(Object.entries(fallbacks).flatMap(([code, chain]) => [code, ...chain])),
];
