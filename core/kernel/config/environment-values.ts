// Values of the environment in a value of a configuration, also as a part of a text: code may read `process.env`.
import type { Variables } from './env';
import { endsLikeSecret } from './secret-setting';

const SHORT = 8;
const SHORT_SECRET = 4;
/** Folders that a shell sets. Their ends look like `DB_PWD`, and a piece of a path is equal to a key by chance. */
const FOLDERS: ReadonlySet<string> = new Set(['PWD', 'OLDPWD']);
/** `a,b`, `["a"]`; `mysql://user:pass@host/db?key=1` */
const SEPARATORS = [/[\s,;|"'{}[\]]+/, /[\s,;|"'{}[\]:@/?&=#]+/];

/** The names of the variables whose values stand in the value, at any depth. Short texts are equal by chance. */
export function variablesWithin(value: unknown, ...environments: readonly Variables[]): readonly string[] {
  const texts = textsIn(value, new Set());
  if (texts.length === 0) return [];
  const found = environments.flatMap((variables) =>
    Object.keys(variables).filter((name) => {
      if (FOLDERS.has(name)) return false;
      const text = variables[name]?.trim().toLowerCase() ?? '';
      const least = endsLikeSecret(name) ? SHORT_SECRET : SHORT;
      return text.length >= least && isWithin(texts, text, least);
    }),
  );
  return [...new Set(found)];
}

/** In whole (`Bearer ` and a token), or one of its pieces (the first host of a list). */
function isWithin(texts: readonly string[], variable: string, least: number): boolean {
  if (texts.some((text) => text.includes(variable))) return true;
  const pieces = SEPARATORS.flatMap((separator) => variable.split(separator));
  return pieces.some((piece) => piece.length >= least && texts.includes(piece));
}

/** The texts and numbers of a value, and the keys of its objects, in lower case. */
function textsIn(value: unknown, seen: Set<object>): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value).toLowerCase()];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, seen));
  return Object.entries(value).flatMap(([key, one]) => [key.toLowerCase(), ...textsIn(one, seen)]);
}
