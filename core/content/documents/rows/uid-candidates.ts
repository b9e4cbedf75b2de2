// The uids that a text can become: `my-title`, then `my-title-1`, `my-title-2` ….
import type { UidOptions } from '../../attributes/uid';
import { SHORT_TEXT_COLUMN } from '../../model/compiled/column-specs';
import { slug } from './slug';

/** The highest counted candidate. The one after it ends in the current time. */
export const LAST = 1000;

export interface Candidate {
  readonly text: string;
  readonly suffix: string;
}

/** Cuts `whole` so that it fits together with its number; null when nothing of it is left. */
export function candidateAt(
  number: number,
  whole: string,
  { maxLength = SHORT_TEXT_COLUMN.length, minLength = 0 }: UidOptions,
): Candidate | null {
  const suffix = number === 0 ? '' : `-${number < LAST ? number : Date.now().toString(36)}`;
  const room = Math.min(maxLength, SHORT_TEXT_COLUMN.length) - suffix.length;
  const cut = whole.slice(0, Math.max(room, 0));
  if (cut === '') return null;
  // A cut between two words removes the separator at the end.
  const words = cut === whole ? '' : cut.replace(/[-_.~]+$/, '');
  const kept = words === '' || words.length + suffix.length < minLength ? cut : words;
  return { text: `${kept}${suffix}`, suffix };
}

/** The first `count` uids that an attribute with these options would get from a text. */
export function uidCandidates(text: string, options: UidOptions, count: number): readonly string[] {
  const whole = slug(text, options.options);
  return Array.from({ length: count }, (_, number) => candidateAt(number, whole, options)?.text).filter(
    (candidate) => candidate !== undefined,
  );
}
