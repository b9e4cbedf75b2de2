// The header that stays at the top of a document. What sticks below it reads its height from the property `--head`.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function StickyHead({ children }: { readonly children: ComponentChildren }) {
  const header = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = header;
    if (!current) return;
    // Its buttons wrap in a narrow window.
    const observer = new ResizeObserver(() =>
      current.parentElement?.style.setProperty('--head', `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <header ref={header} class="head sticky">
      {children}
    </header>
  );
}
