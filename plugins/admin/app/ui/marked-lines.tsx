// Lines of a text. Those that the other text lacks are marked.
import { Fragment } from 'preact';

interface Props {
  readonly lines: readonly string[];
  readonly others: readonly string[];
  readonly dir?: 'auto' | 'ltr';
}

export function MarkedLines({ lines, others, dir = 'auto' }: Props) {
  const known = new Set(others);
  return (
    <pre dir={dir}>
      {lines.length === 0 && '–'}
      {lines.map((line, index) => (
        <Fragment key={String(index)}>
          {known.has(line) ? line : <mark>{line}</mark>}
          {'\n'}
        </Fragment>
      ))}
    </pre>
  );
}
