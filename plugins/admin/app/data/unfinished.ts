// Inputs whose text is no value yet: half a date, JSON without its last bracket. The server cannot have them, so the form says it.
import { type Signal, signal } from '@preact/signals';

export interface Unfinished {
  /** The id of each such input: `field-day`, `field-sections-0-extra`. An input is a key of its own, because ids of entries move. */
  readonly inputs: Signal<ReadonlyMap<object, string>>;
  /** Keeps a text of an attribute until the page is closed, so that the next form of the document shows it again. `stored`: its value. */
  keep(name: string, text: string, stored: string): void;
  forget(name: string): void;
  /** null: there is no text, or the attribute has another value by now. */
  recall(name: string, stored: string): string | null;
  /** The new document has an id. */
  created(place: string): void;
}

interface Text {
  readonly text: string;
  readonly stored: string;
}

/** By the place of the document, the texts by attribute. */
const kept = new Map<string, Map<string, Text>>();

/** `place`: the document and its locale. */
export function createUnfinished(first: string): Unfinished {
  let place = first;
  const texts = kept.get(place) ?? new Map<string, Text>();
  const note = (): void => void (texts.size === 0 ? kept.delete(place) : kept.set(place, texts));
  return {
    inputs: signal<ReadonlyMap<object, string>>(new Map()),
    keep(name, text, stored) {
      texts.set(name, { text, stored });
      note();
    },
    forget(name) {
      texts.delete(name);
      note();
    },
    recall(name, stored) {
      const found = texts.get(name);
      return found?.stored === stored ? found.text : null;
    },
    created(next) {
      kept.delete(place);
      place = next;
      note();
    },
  };
}
