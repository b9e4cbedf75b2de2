// Tells work that ends late whether its part of the page is still there.
import { useEffect, useRef } from 'preact/hooks';

/** `current` is true once the component has left the page. */
export function useLeft(): { readonly current: boolean } {
  const left = useRef(false);
  useEffect(
    () => () => {
      left.current = true;
    },
    [],
  );
  return left;
}
