// The files of a search for a screen. An answer that comes after that of a later search does not count.
import { useEffect, useState } from 'preact/hooks';
import { type File, findFiles, type Search } from './files';

const AT_ONCE = 60;

export interface FoundFiles {
  /** null: on their way. */
  readonly files: readonly File[] | null;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly again: () => void;
  /** null: the last search has not failed. */
  readonly error: unknown;
}

/** `isOff`: the role may not search. */
export function useFoundFiles({ text, folder, kinds }: Search, isOff = false): FoundFiles {
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const place = JSON.stringify([text, folder, kinds]);
  const [asked, setAsked] = useState({ place, count: AT_ONCE });
  const count = asked.place === place ? asked.count : AT_ONCE;
  useEffect(() => {
    if (isOff) return;
    let isLate = false;
    // One file more than the screen shows: there are more.
    findFiles({ text, folder, kinds }, count + 1).then(
      (found) => {
        if (isLate) return;
        setFiles(found);
        setError(null);
      },
      (thrown: unknown) => {
        if (!isLate) setError(thrown);
      },
    );
    return () => {
      isLate = true;
    };
  }, [place, count, round]);
  return {
    files: files?.slice(0, count) ?? null,
    hasMore: (files?.length ?? 0) > count,
    more: () => setAsked({ place, count: count + AT_ONCE }),
    again: () => setRound((now) => now + 1),
    error,
  };
}
