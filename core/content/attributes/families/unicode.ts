// Which text every database can hold: valid Unicode without the NUL character.

/** Why a text cannot be stored anywhere, or null. */
export function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character, which cannot be stored';
  if (!isWellFormed(text)) return 'contains text that is not valid Unicode (an unpaired surrogate)';
  return null;
}

/** The same for JSON text as JSON.stringify writes it, where both are escapes. */
export function jsonTextProblem(json: string): string | null {
  const found = ESCAPED.exec(json)?.[1];
  if (found === undefined) return null;
  return found === '0000'
    ? 'contains a NUL character, which cannot be stored'
    : 'contains text that is not valid Unicode (an unpaired surrogate)';
}

// A backslash that is not escaped, and then one of the two code units that JSON.stringify escapes and Quire refuses.
const ESCAPED = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/;

const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const isWellFormed = (text: string): boolean => !LONE.test(text);
