// Which row each reader saw after the last change of a document. It serves the next change of the document, so that no earlier state of the
// database is needed for it. The states of a reader end with its last listener: no listener hears the changes that follow. Bounded: the
// states of the question that was evaluated longest ago are forgotten first.

export interface KnownState {
  /** null: the reader did not see the document. */
  readonly row: number | null;
  /** The time of the read; -1: an earlier state that shows the change is better. */
  readonly at: number;
  /** Of the change that was evaluated (`Change.order`). */
  readonly order: number;
}

export interface KnownStates {
  /** The listener has this reader from this change on. It stays with it until it has another one, or leaves. */
  join(listener: object, reader: string, order: number): void;
  leave(listener: object): void;
  of(reader: string, documentId: string): KnownState | undefined;
  /** The state is of a change that the listener heard with its reader. A listener that began later may not learn of it. */
  isOf(listener: object, state: KnownState): boolean;
  /** Keeps nothing for a reader without listeners. */
  set(reader: string, documentId: string, state: KnownState): void;
}

interface Member {
  readonly reader: string;
  readonly since: number;
}

const MOST = 20_000;

export function createKnownStates(most = MOST): KnownStates {
  /** By reader and document, in the order of their last changes. */
  const readers = new Map<string, Map<string, KnownState>>();
  const members = new Map<object, Member>();
  /** The number of listeners of each reader. */
  const sizes = new Map<string, number>();
  const left = new WeakSet<object>();
  let size = 0;

  function forgetOldest(): void {
    for (const [reader, states] of readers) {
      const [oldest] = states.keys();
      if (oldest !== undefined && states.delete(oldest)) size -= 1;
      if (states.size === 0) readers.delete(reader);
      return;
    }
  }

  function remove(listener: object): void {
    const member = members.get(listener);
    if (!member) return;
    const { reader } = member;
    members.delete(listener);
    const others = (sizes.get(reader) ?? 1) - 1;
    if (others > 0) {
      sizes.set(reader, others);
      return;
    }
    sizes.delete(reader);
    size -= readers.get(reader)?.size ?? 0;
    readers.delete(reader);
  }

  return {
    join(listener, reader, order) {
      // An evaluation under way may still ask for it.
      if (left.has(listener) || members.get(listener)?.reader === reader) return;
      remove(listener);
      members.set(listener, { reader, since: order });
      sizes.set(reader, (sizes.get(reader) ?? 0) + 1);
    },
    leave(listener) {
      left.add(listener);
      remove(listener);
    },
    of: (reader, documentId) => readers.get(reader)?.get(documentId),
    isOf(listener, { order }) {
      const since = members.get(listener)?.since;
      return since !== undefined && since <= order;
    },
    set(reader, documentId, state) {
      if (!sizes.has(reader)) return;
      const states = readers.get(reader) ?? new Map<string, KnownState>();
      readers.delete(reader);
      readers.set(reader, states);
      if (!states.delete(documentId)) size += 1;
      states.set(documentId, state);
      if (size > most) forgetOldest();
    },
  };
}
