// The slug of a text: `Crème Brûlée!` → `creme-brulee`.
import type { SlugOptions } from '../../attributes/uid';

/** Letters that Unicode decomposition does not split. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};
/** The characters that a uid may have. */
const FOREIGN = /[^A-Za-z0-9\-_.~]/g;

export function slug(text: string, options: SlugOptions = {}): string {
  const { separator = '-', lowercase = true, decamelize = true } = options;
  let words = (options.customReplacements ?? []).reduce(
    (result, [from = '', to = '']) => result.replaceAll(from, ` ${to} `),
    text,
  );
  if (decamelize)
    words = words.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2');
  words = words
    .replace(/[ßæœøđðþłıÆŒØĐÐÞŁ]/g, (letter) => SPELLED[letter.toLowerCase()] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '');
  if (lowercase) words = words.toLowerCase();
  const kept = (options.preserveCharacters ?? [])
    .map((character) => character.replace(/[\\\]^-]/g, '\\$&'))
    .join('');
  const body = words
    .replace(new RegExp(`[^A-Za-z0-9${kept}]+`, 'g'), ' ')
    .trim()
    .replace(/ /g, separator);
  const leading = options.preserveLeadingUnderscore && text.startsWith('_') ? '_' : '';
  const trailing = options.preserveTrailingDash && text.endsWith('-') ? '-' : '';
  return `${leading}${body}${trailing}`.replace(FOREIGN, '');
}
