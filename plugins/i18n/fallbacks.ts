// What the configuration says of fallbacks, checked as a whole. Locales may be added while running, so a code that is not
// there yet is no mistake; one that is no language, a locale instead of itself, and a repeated one are.
import type { Issue, Path } from '../../core';
import { languageName } from './locale-type';

/** Per locale those to read instead, in order. */
export type Fallbacks = Readonly<Record<string, readonly string[]>>;

/** `configured`: codes of locales that are added at start; those may be called anything. */
export function checkFallbacks(
  fallbacks: Fallbacks,
  configured: ReadonlySet<string>,
  path: Path,
  issues: Issue[],
): void {
  const demandLanguage = (code: string, at: Path): void => {
    if (configured.has(code) || languageName(code) !== undefined) return;
    const message = `"${code}" is the code of no language and of no configured locale; correct it, or add it to "locales"`;
    issues.push({ path: at, message });
  };
  for (const [code, chain] of Object.entries(fallbacks)) {
    const place = [...path, code];
    demandLanguage(code, place);
    for (const [index, other] of chain.entries()) {
      const at = [...place, index];
      if (other === code)
        issues.push({ path: at, message: `"${code}" would be read instead of itself; leave it out` });
      else if (chain.indexOf(other) < index)
        issues.push({ path: at, message: `"${other}" is there twice; keep one` });
      else demandLanguage(other, at);
    }
  }
}

/** Every code that is named, once. */
export const codesIn = (fallbacks: Fallbacks): readonly string[] => [
  ...new Set(Object.entries(fallbacks).flatMap(([code, chain]) => [code, ...chain])),
];
