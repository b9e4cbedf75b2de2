// How a field tells its form that its text is no value yet.
import { useContext, useEffect } from 'preact/hooks';
import { FormContext } from './form-context';

export function useUnfinished(id: string, isUnfinished: boolean): void {
  const ids = useContext(FormContext)?.unfinished.ids;
  useEffect(() => {
    if (!ids || !isUnfinished) return;
    ids.value = new Set([...ids.peek(), id]);
    return () => {
      ids.value = new Set([...ids.peek()].filter((each) => each !== id));
    };
  }, [ids, id, isUnfinished]);
}
