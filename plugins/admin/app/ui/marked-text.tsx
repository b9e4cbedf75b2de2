// A text beside another one: the words that the other lacks are marked.
import { useMemo } from 'preact/hooks';
import { newParts } from '../data/text-difference';

interface Props {
  readonly lines: readonly string[];
  readonly others: readonly string[];
  readonly dir?: 'auto' | 'ltr';
}

export function MarkedText({ lines, others, dir = 'auto' }: Props) {
  const [text, other] = [lines.join('\n'), others.join('\n')];
  const parts = useMemo(() => newParts(text, other), [text, other]);
  return (
    <pre dir={dir}>
      {lines.length === 0 ? '–' : parts.map((part) => (part.isNew ? <mark>{part.text}</mark> : part.text))}
    </pre>
  );
}
