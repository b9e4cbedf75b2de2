// Reads an answer for a screen, and reads it again after a change, and when the server answers again.
import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask, online } from './client';

export interface Loaded<T> {
  /** null while the first answer is on its way. */
  readonly value: T | null;
  readonly failure: string;
  /** The same for `Failure`, which explains a refusal. null: nothing has failed. */
  readonly error: unknown;
  readonly fail: (error: unknown) => void;
  readonly again: () => void;
}

/** null: there is nothing to ask. */
export const useLoaded = <T>(url: string | null): Loaded<T> => useRead<T>(url, askData);

const askData = async <T>(url: string, signal: AbortSignal): Promise<T> =>
  (await ask<T>(url, { signal })).data;

/** The same for what several requests answer. `read` does not change. */
export function useRead<T>(
  url: string | null,
  read: (url: string, signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, fail] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (url === null) return;
    const abort = new AbortController();
    fail(null);
    read(url, abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) setValue(data);
      },
      (thrown: unknown) => {
        if (!abort.signal.aborted) fail(thrown);
      },
    );
    return () => abort.abort();
  }, [url, round]);
  const again = (): void => setRound((now) => now + 1);
  useAnswers(error, again);
  const failure = error === null ? '' : error instanceof Error ? error.message : String(error);
  return { value, failure, error, fail, again };
}

/** After a request without an answer: again, when the server answers. */
export function useAnswers(error: unknown, again: () => void): void {
  const isUnanswered = error instanceof ApiError && error.status === 0;
  useEffect(
    () => (isUnanswered ? online.subscribe((answers) => answers && again()) : undefined),
    [isUnanswered],
  );
}
