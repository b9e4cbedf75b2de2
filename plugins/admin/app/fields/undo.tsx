// The last change of a list or a whole value in a form: a line says it, also to programs that read the screen, and a button takes it back.
import { useState } from 'preact/hooks';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { say } from '../ui/notice';

interface Done {
  readonly text: string;
  readonly undo: () => void;
}

export interface LastChange {
  readonly done: Done | null;
  /** `undo` changes the list as it is then: other parts of it may have changed since. It may be a change with an undo of its own. */
  readonly did: (text: string, undo: () => void) => void;
  readonly forget: () => void;
}

export function useLastChange(): LastChange {
  const [done, setDone] = useState<Done | null>(null);
  return {
    done,
    did(text, undo) {
      say(text);
      setDone({ text, undo });
    },
    forget: () => setDone(null),
  };
}

export const UndoLine = ({ done, forget }: Pick<LastChange, 'done' | 'forget'>) =>
  done && (
    <div class="row undo">
      <span class="note">{done.text}</span>
      <Button
        kind="quiet"
        onClick={() => {
          forget();
          say(t('Undone'));
          done.undo();
        }}
      >
        {t('Undo')}
      </Button>
    </div>
  );

/** A copy of the list with the item at another place. */
export function movedTo<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

export const withAt = <T,>(list: readonly T[], index: number, item: T): readonly T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
];
