// Actions behind one word. It closes when one of them is chosen, also by the keyboard.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Menu({ title, children }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current: menu } = box;
    const onClick = ({ target }: MouseEvent): void => {
      if (menu && (target as Element).closest('button, a')) menu.open = false;
    };
    menu?.addEventListener('click', onClick);
    return () => menu?.removeEventListener('click', onClick);
  }, []);
  return (
    <details class="menu" ref={box}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
