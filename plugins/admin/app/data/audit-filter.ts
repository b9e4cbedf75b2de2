// The filter of the audit log: words of the address, and of the request.
import { isMoment, momentOf } from '../i18n/moments';
import { search } from '../router';

export const WORDS = ['who', 'event', 'type', 'document', 'request', 'ip', 'from', 'to'] as const;
export type Word = (typeof WORDS)[number];
export type Filter = Readonly<Record<Word, string>>;

/** As the API calls them. */
const NAMES: Readonly<Partial<Record<Word, string>>> = { who: 'actor', document: 'documentId' };

/** The longest word that the server takes. */
const LONGEST = 191;

/** `problems`: parts that cannot be used. */
export function filterOfAddress(): { readonly filter: Filter; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const filter = Object.fromEntries(
    WORDS.map((word) => {
      const given = search.value.get(word) ?? '';
      const isUsable = given.length <= LONGEST && (!isTime(word) || given === '' || isMoment(given));
      if (!isUsable) problems.push(`${word} ${given.slice(0, LONGEST)}`);
      return [word, isUsable ? given : ''];
    }),
  ) as Record<Word, string>;
  return { filter, problems };
}

/** The address has times on the clock of the browser. */
export const wordsOf = (filter: Filter): Readonly<Record<string, string>> =>
  Object.fromEntries(
    WORDS.flatMap((word) => {
      const { [word]: value } = filter;
      if (value === '') return [];
      return [[NAMES[word] ?? word, isTime(word) ? momentOf(value) : value]];
    }),
  );

const isTime = (word: Word): boolean => word === 'from' || word === 'to';
