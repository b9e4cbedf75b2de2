// The words of a text that another text lacks.
import { diffArrays } from 'diff';

export interface Part {
  readonly text: string;
  readonly isNew: boolean;
}

/** Texts that share less are compared by their lines. */
const MOST_CHANGES = 1_000;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsOf = (text: string): readonly string[] => [...words.segment(text)].map(({ segment }) => segment);

/** Parts of a text in their order. */
export function newParts(text: string, other: string): readonly Part[] {
  const changes = diffArrays([...wordsOf(other)], [...wordsOf(text)], { maxEditLength: MOST_CHANGES });
  if (!changes) return newLines(text, other);
  return changes
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value.join(''), isNew: added }));
}

function newLines(text: string, other: string): readonly Part[] {
  const known = new Set(other.split('\n'));
  return text
    .split('\n')
    .map((line, index) => ({ text: index === 0 ? line : `\n${line}`, isNew: !known.has(line) }));
}
