// Cuts a comment or Markdown prose into sentences, for counting words. Not a parser of English.

export interface Sentence {
  /** Lines below the first line of the text. */
  readonly line: number;
  readonly text: string;
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|no|p)\.$/i;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;
const TAG = /^\s*@(?:param|template|throws|typeParam)\s+\S+\s*|^\s*@\w+\s*/;
const FENCE = /^\s*(?:```|~~~)/;
const ENDS = /[.!?]+["'”’)\]*_]*(?=\s+["'“‘([*_`]*[\p{L}\p{N}`])/gu;

/** The sentences of a text whose lines carry no comment marks. Fenced and indented code is left out. */
export function sentencesOf(text: string): Sentence[] {
  return paragraphsOf(text).flatMap(cut);
}

/** `{a.b}` and links count as one word, and so does each span of code. Signs without a letter or digit count as none. */
export function countWords(sentence: string): number {
  return sentence
    .replace(/(`+)[^`]*\1/g, ' code ')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Lines that belong together, with the line each of them begins on. */
function paragraphsOf(text: string): Sentence[][] {
  const paragraphs: Sentence[][] = [[]];
  let isFenced = false;
  let isInList = false;
  for (const [line, raw] of text.split('\n').entries()) {
    if (FENCE.test(raw)) isFenced = !isFenced;
    const isItem = LIST_ITEM.test(raw);
    const isCode = isFenced || FENCE.test(raw) || (/^\s{2,}/.test(raw) && !isItem && !isInList);
    if (isCode || isItem || raw.trim() === '' || TAG.test(raw) || /^#/.test(raw)) paragraphs.push([]);
    if (isItem) isInList = true;
    else if (raw.trim() === '' || /^\S/.test(raw)) isInList = false;
    if (isCode || raw.trim() === '') continue;
    const plain = raw
      .replace(LIST_ITEM, '')
      .replace(TAG, '')
      .replace(/^#+\s*/, '')
      .trim();
    paragraphs.at(-1)?.push({ line, text: plain });
    if (/^#/.test(raw)) paragraphs.push([]);
  }
  return paragraphs.filter((lines) => lines.some(({ text }) => text !== ''));
}

function cut(lines: readonly Sentence[]): Sentence[] {
  const joined = lines.map(({ text }) => text).join('\n');
  const masked = joined.replace(/(`+)[^`]*\1/g, (code) => code.replace(/[.!?]/g, '_'));
  const ends = [...masked.matchAll(ENDS)]
    .map((end) => end.index + end[0].length)
    .filter((end) => !ABBREVIATION.test(masked.slice(0, end)));
  const found: Sentence[] = [];
  let start = 0;
  for (const end of [...ends, joined.length]) {
    const part = joined.slice(start, end);
    const before = joined.slice(0, start + (part.length - part.trimStart().length)).split('\n').length - 1;
    const text = part.replace(/\s+/g, ' ').trim();
    if (text !== '') found.push({ line: lines[before]?.line ?? 0, text });
    start = end;
  }
  return found;
}
