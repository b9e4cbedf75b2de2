// A text of a receiver without the values of headers: some receivers send back what they got.
import { HIDDEN } from './checked-webhook';

/** A shorter part of a value, such as `Bearer`, is no secret. */
const LEAST_PART = 8;

/** Also without a token that follows its scheme, `Bearer TOKEN`, and without the start of a value at the end of a text that is cut. */
export function hideValues(text: string, values: readonly string[]): string {
  const hidden = formsOf(values);
  if (hidden.length === 0) return text;
  const whole = text.replaceAll(new RegExp(hidden.map(escaped).join('|'), 'g'), HIDDEN);
  const end = Math.max(...hidden.map((value) => lengthOfStart(whole, value)));
  return end === 0 ? whole : whole.slice(0, -end) + HIDDEN;
}

/** The longest first, so that no value hides only a part of a longer one. */
function formsOf(values: readonly string[]): string[] {
  const parts = values.flatMap((value) => [
    value,
    ...value.split(/[\s:=;,]+/).filter(({ length }) => length >= LEAST_PART),
  ]);
  const forms = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]);
  return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** How many characters at the end of the text are the start of the value; 0 for fewer than a part has. */
function lengthOfStart(text: string, value: string): number {
  for (let length = Math.min(value.length - 1, text.length); length >= LEAST_PART; length--)
    if (text.endsWith(value.slice(0, length))) return length;
  return 0;
}
