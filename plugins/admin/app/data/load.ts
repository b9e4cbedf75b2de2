// Reads an answer for a screen, and reads it again after a change.
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client';

export interface Loaded<T> {
  /** null while the first answer is on its way. */
  readonly value: T | null;
  readonly failure: string;
  readonly fail: (error: unknown) => void;
  readonly again: () => void;
}

/** null: there is nothing to ask. */
export function useLoaded<T>(url: string | null): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);
  const fail = (error: unknown): void => setFailure(error instanceof Error ? error.message : String(error));
  useEffect(() => {
    if (url === null) return;
    const abort = new AbortController();
    setFailure('');
    ask<T>(url, { signal: abort.signal }).then(
      ({ data }) => setValue(data),
      (error: unknown) => {
        if (!abort.signal.aborted) fail(error);
      },
    );
    return () => abort.abort();
  }, [url, round]);
  return { value, failure, fail, again: () => setRound((now) => now + 1) };
}
