// Moves the focus of the keyboard to an element that is drawn later.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export const FIELD = ':is(input, textarea, select, button, [contenteditable=true]):not(:disabled)';

/** The returned function names an element of the host by a selector. It gets the focus as soon as it is drawn. */
export function useFocus(host: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef('');
  useLayoutEffect(() => {
    const found = wanted.current === '' ? null : host.current?.querySelector<HTMLElement>(wanted.current);
    if (!found) return;
    wanted.current = '';
    found.focus();
  });
  return (selector) => {
    wanted.current = selector;
  };
}
