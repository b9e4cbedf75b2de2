// How a field tells its form that its text is no value yet.
import { useContext, useEffect, useRef } from 'preact/hooks';
import { FormContext } from './form-context';

export function useUnfinished(id: string, isUnfinished: boolean): void {
  const inputs = useContext(FormContext)?.unfinished.inputs;
  const own = useRef({}).current;
  useEffect(() => {
    if (!inputs || !isUnfinished) return;
    inputs.value = new Map([...inputs.peek(), [own, id]]);
    return () => {
      inputs.value = new Map([...inputs.peek()].filter(([each]) => each !== own));
    };
  }, [inputs, id, isUnfinished]);
}

/** Is an input inside an entry unfinished? `id`: `field-sections-0`. */
export function useUnfinishedIn(id: string): boolean {
  const inputs = useContext(FormContext)?.unfinished.inputs.value;
  return inputs !== undefined && [...inputs.values()].some((each) => each.startsWith(`${id}-`));
}
