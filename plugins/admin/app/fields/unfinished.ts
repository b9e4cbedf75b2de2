// How a field tells its form that its text is no value yet.
import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Unfinished } from '../data/unfinished';

/** null: the field is in no form of a document. */
export const UnfinishedInputs = createContext<Unfinished | null>(null);

export function useUnfinished(id: string, isUnfinished: boolean): void {
  const inputs = useContext(UnfinishedInputs);
  useEffect(() => {
    if (!inputs || !isUnfinished) return;
    const { ids } = inputs;
    ids.value = new Set([...ids.peek(), id]);
    return () => {
      ids.value = new Set([...ids.peek()].filter((each) => each !== id));
    };
  }, [inputs, id, isUnfinished]);
}
