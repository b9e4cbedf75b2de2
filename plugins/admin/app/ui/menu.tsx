// Actions behind one word. The list closes when one of them is chosen, also by the keyboard, with Escape, and by a click elsewhere.
import { type ComponentChildren, toChildArray } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: ComponentChildren;
  /** Opens to the end of the line. */
  readonly isAtStart?: boolean;
  readonly children: ComponentChildren;
}

/** Without actions there is no menu. */
export const Menu = (props: Props) =>
  toChildArray(props.children).length === 0 ? null : <FullMenu {...props} />;

function FullMenu({ title, isAtStart = false, children }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current: menu } = box;
    const onClick = ({ target }: MouseEvent): void => {
      if (menu && (target as Element).closest('button, a')) menu.open = false;
    };
    // On a narrow screen the button may stand at the side to which the list would open.
    const place = (): void => {
      const list = menu?.querySelector(':scope > div');
      if (!menu?.open || !list) return;
      menu.classList.remove('turned');
      const { left, right } = list.getBoundingClientRect();
      menu.classList.toggle('turned', left < 0 || right > document.documentElement.clientWidth);
    };
    const onElsewhere = ({ target }: MouseEvent): void => {
      if (menu?.open && !menu.contains(target as Node)) menu.open = false;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || !menu?.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    };
    document.addEventListener('click', onElsewhere);
    document.addEventListener('keydown', onKey);
    menu?.addEventListener('click', onClick);
    menu?.addEventListener('toggle', place);
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('click', onElsewhere);
      document.removeEventListener('keydown', onKey);
      menu?.removeEventListener('click', onClick);
      menu?.removeEventListener('toggle', place);
      window.removeEventListener('resize', place);
    };
  }, []);
  return (
    <details class={isAtStart ? 'menu start' : 'menu'} ref={box}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
