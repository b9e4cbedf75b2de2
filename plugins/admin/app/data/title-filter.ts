// A search among titles, as in lists: each word is found somewhere in the title.

/** Keyboards write another apostrophe than printed texts. */
const formsOf = (word: string): ReadonlySet<string> =>
  new Set([word, word.replaceAll("'", '\u2019'), word.replaceAll('\u2019', "'")]);

const MOST_WORDS = 8;

export function titleFilter(field: string, text: string): object {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const $and = words.slice(0, MOST_WORDS).map((word) => {
    const forms = [...formsOf(word)].map((form) => ({ [field]: { $containsi: form } }));
    return forms.length === 1 ? forms[0] : { $or: forms };
  });
  return $and.length === 0 ? {} : { $and };
}
