// Inputs whose text is no value yet: half a date, JSON without its last bracket. The server cannot have them, so the form says it.
import { type Signal, signal } from '@preact/signals';

export interface Unfinished {
  /** The ids of the inputs. */
  readonly ids: Signal<ReadonlySet<string>>;
  /** Keeps a text until the page is left, so that the next form of the document shows it again. `stored`: the value in its place. */
  keep(id: string, text: string, stored: string): void;
  forget(id: string): void;
  /** null: there is no text, or its place has another value by now. */
  recall(id: string, stored: string): string | null;
}

const texts = new Map<string, { readonly text: string; readonly stored: string }>();

/** `place`: the document and its locale. */
export function createUnfinished(place: () => string): Unfinished {
  const keyOf = (id: string): string => `${place()} ${id}`;
  return {
    ids: signal<ReadonlySet<string>>(new Set()),
    keep: (id, text, stored) => void texts.set(keyOf(id), { text, stored }),
    forget: (id) => void texts.delete(keyOf(id)),
    recall(id, stored) {
      const kept = texts.get(keyOf(id));
      return kept?.stored === stored ? kept.text : null;
    },
  };
}
