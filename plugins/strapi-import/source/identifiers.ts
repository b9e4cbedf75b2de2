// The names of Strapi's tables and columns: parts joined by `_`, at most 55 characters. A longer name cuts its parts; a part that is cut
// ends in five digits of its hash: `international_customf49af_responsible_departme7d9d5_lnk`.

import { createHash } from 'node:crypto';

const LONGEST = 55;
const DIGITS = 5;

/** lodash's `snakeCase` for names of attributes: `URLPath2` → `url_path_2`. */
export const snakeCase = (name: string): string =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase()).join('_');

const shortened = (part: string, length: number): string =>
  part.length <= length
    ? part
    : part.slice(0, length - DIGITS) +
      createHash('shake256', { outputLength: 3 }).update(part).digest('hex').slice(0, DIGITS);

interface Fixed {
  readonly prefix?: string;
  readonly suffix?: string;
}

/** `prefix` and `suffix` are never cut. */
export function identifier(parts: readonly string[], { prefix, suffix }: Fixed = {}): string {
  const ends = [prefix, suffix].filter((end) => end !== undefined);
  const whole = (middle: readonly string[]): string =>
    [prefix, ...middle, suffix].filter((part) => part !== undefined).join('_');
  if (whole(parts).length <= LONGEST) return whole(parts);

  const separators = parts.length + ends.length - 1;
  const room = LONGEST - ends.join('').length - separators;
  const share = Math.floor(room / parts.length);
  const lengths = parts.map((part) => Math.min(part.length, share));
  let spare = room - lengths.reduce((sum, length) => sum + length, 0);
  // Longer parts get the spare room, one character at a time.
  while (spare > 0) {
    const before = spare;
    for (const [at, part] of parts.entries()) {
      if (spare === 0 || part.length <= (lengths[at] ?? 0)) continue;
      lengths[at] = (lengths[at] ?? 0) + 1;
      spare -= 1;
    }
    if (spare === before) break;
  }
  return whole(parts.map((part, at) => shortened(part, lengths[at] ?? 0)));
}

export const tableName = (collectionName: string): string => identifier([collectionName]);
export const columnName = (attribute: string): string => identifier([snakeCase(attribute)]);
export const linkTableName = (table: string, attribute: string): string =>
  identifier([snakeCase(table), snakeCase(attribute)], { suffix: 'lnk' });
export const morphTableName = (table: string, attribute: string): string =>
  identifier([snakeCase(table), snakeCase(attribute)], { suffix: 'mph' });
export const entryTableName = (table: string): string => identifier([table], { suffix: 'cmps' });
export const idColumn = (name: string): string => identifier([snakeCase(name)], { suffix: 'id' });
/** The column with the type of a polymorphic target. */
export const typeColumn = (name: string): string => identifier([snakeCase(name)], { suffix: 'type' });
export const inverseIdColumn = (name: string): string =>
  identifier([snakeCase(name)], { prefix: 'inv', suffix: 'id' });
export const orderColumn = (name: string): string => identifier([snakeCase(name)], { suffix: 'ord' });
export const inverseOrderColumn = (name: string): string =>
  identifier([snakeCase(name)], { prefix: 'inv', suffix: 'ord' });
