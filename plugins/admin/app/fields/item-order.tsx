// The order of links and of files: two buttons move an item, a third one removes it, and the last change can be taken back.
import type { RefObject } from 'preact';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { useFocus } from '../ui/focus';
import { useSteady } from '../ui/pure';
import { type LastChange, movedTo, useLastChange, withAt } from './undo';

interface Ordered<T> {
  readonly items: readonly T[];
  readonly put: (items: readonly T[]) => void;
  readonly idOf: (item: T) => string | number;
  readonly nameOf: (item: T) => string;
  /** Its child is the list with the items. */
  readonly host: RefObject<HTMLElement | null>;
  /** The element of the host that has the focus when no item is left. */
  readonly rest: string;
}

export interface ItemOrder {
  readonly last: LastChange;
  readonly move: (index: number, by: number) => void;
  readonly remove: (index: number) => void;
}

export function useItemOrder<T>({ items, put, idOf, nameOf, host, rest }: Ordered<T>): ItemOrder {
  const focus = useFocus(host);
  const last = useLastChange();
  /** Tools show an icon only, so they have labels. */
  const focusOn = (index: number, tool: number): void =>
    focus(`:scope > ul > li:nth-child(${index + 1}) .button[aria-label]:nth-of-type(${tool})`);
  const takeBack = useSteady((item: T, index: number): void => {
    const now = items.findIndex((each) => idOf(each) === idOf(item));
    const back = now < 0 ? withAt(items, index, item) : movedTo(items, now, index);
    put(back);
    focusOn(Math.min(index, back.length - 1), 1);
  });
  return {
    last,
    move(index, by) {
      const { [index]: item, length: count } = items;
      const to = index + by;
      if (!item || to < 0 || to >= count) return;
      put(movedTo(items, index, to));
      // The browser takes the focus from an element that moves.
      focusOn(to, by < 0 ? 1 : 2);
      last.did(t('{name}: place {place} of {count}', { name: nameOf(item), place: to + 1, count }), () =>
        takeBack(item, index),
      );
    },
    remove(index) {
      const item = items[index];
      if (!item) return;
      put(items.toSpliced(index, 1));
      if (items.length > 1) focusOn(Math.min(index, items.length - 2), 3);
      else focus(rest);
      last.did(t('{name} was removed', { name: nameOf(item) }), () => takeBack(item, index));
    },
  };
}

interface ToolsProps extends Pick<ItemOrder, 'move' | 'remove'> {
  readonly name: string;
  readonly index: number;
  /** The attribute takes several items. */
  readonly many: boolean;
}

export const ItemTools = ({ name, index, many, move, remove }: ToolsProps) => (
  <>
    {many && (
      <>
        <Button
          kind="quiet"
          icon="up"
          label={t('Move {name} up', { name })}
          onClick={() => move(index, -1)}
        />
        <Button
          kind="quiet"
          icon="down"
          label={t('Move {name} down', { name })}
          onClick={() => move(index, 1)}
        />
      </>
    )}
    <Button kind="quiet" icon="close" label={t('Remove {name}', { name })} onClick={() => remove(index)} />
  </>
);
