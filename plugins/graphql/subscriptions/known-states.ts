// Which row each reader saw after the last change of a document. It serves the next change of the document, so that no earlier state of the
// database is needed for it. Bounded: the states of the question that was evaluated longest ago are forgotten first.

export interface KnownState {
  /** null: the reader did not see the document. */
  readonly row: number | null;
  /** The time of the read. */
  readonly at: number;
}

export interface KnownStates {
  of(reader: string, documentId: string): KnownState | undefined;
  set(reader: string, documentId: string, state: KnownState): void;
}

const MOST = 20_000;

export function createKnownStates(most = MOST): KnownStates {
  /** By reader and document, in the order of their last changes. */
  const readers = new Map<string, Map<string, KnownState>>();
  let size = 0;

  function forgetOldest(): void {
    for (const [reader, states] of readers) {
      const [oldest] = states.keys();
      if (oldest !== undefined && states.delete(oldest)) size -= 1;
      if (states.size === 0) readers.delete(reader);
      return;
    }
  }

  return {
    of: (reader, documentId) => readers.get(reader)?.get(documentId),
    set(reader, documentId, state) {
      const states = readers.get(reader) ?? new Map<string, KnownState>();
      readers.delete(reader);
      readers.set(reader, states);
      if (!states.delete(documentId)) size += 1;
      states.set(documentId, state);
      if (size > most) forgetOldest();
    },
  };
}
