// Results of reads as texts, for Redis: one line with the facts, then the texts of the documents, one after the other. A list of two
// documents of 13 characters, with its total:
//   2 13 13
//   {"title":"a"}{"title":"b"}
import type { ListOutcome, OneOutcome } from './outcomes';

export interface KeptForm<T> {
  /** Characters of the documents. null: the result is not kept. */
  lengthOf(result: T): number | null;
  /** As it is kept and given to the next reads. */
  keptOf(result: T): T;
  write(result: T): string;
  /** null: the text is no such result. */
  open(text: string): T | null;
}

const LIST = /^(-|\d{1,15})((?: \d{1,9})*)\n/;
const ONE = /^([^\n]+)\n(?=.)/;
/** In place of a total that was not wanted. */
const NO_TOTAL = '-';

export const LIST_FORM: KeptForm<ListOutcome> = {
  lengthOf: ({ texts }) => texts.reduce((sum, { length }) => sum + length, 0),
  keptOf: (list) => list,
  write: ({ texts, total }) =>
    `${[total ?? NO_TOTAL, ...texts.map(({ length }) => length)].join(' ')}\n${texts.join('')}`,
  open(text) {
    const [head = '', total, lengths = ''] = LIST.exec(text) ?? [];
    let at = head.length;
    const texts = lengths
      .split(' ')
      .slice(1)
      .map((length) => {
        at += Number(length);
        return text.slice(at - Number(length), at);
      });
    if (total === undefined || at !== text.length) return null;
    return { texts, total: total === NO_TOTAL ? null : Number(total) };
  },
};

/** Unknown ids are not kept: they would displace documents. */
export const ONE_FORM: KeptForm<OneOutcome | null> = {
  lengthOf: (found) => found?.text.length ?? null,
  keptOf: (found) => found && { ...found, computed: { from: null, value: '' } },
  write: (found) => `${found?.updatedAt}\n${found?.text}`,
  open(text) {
    const [head, updatedAt] = ONE.exec(text) ?? [];
    return head === undefined || updatedAt === undefined
      ? null
      : { updatedAt, text: text.slice(head.length) };
  },
};
