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
    // On a narrow screen the button may stand at the side to which the list would open.
    const onToggle = (): void => {
      const list = menu?.querySelector(':scope > div');
      if (!menu?.open || !list) return;
      menu.classList.remove('turned');
      const { left, right } = list.getBoundingClientRect();
      menu.classList.toggle('turned', left < 0 || right > document.documentElement.clientWidth);
    };
    menu?.addEventListener('click', onClick);
    menu?.addEventListener('toggle', onToggle);
    return () => {
      menu?.removeEventListener('click', onClick);
      menu?.removeEventListener('toggle', onToggle);
    };
  }, []);
  return (
    <details class="menu" ref={box}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
