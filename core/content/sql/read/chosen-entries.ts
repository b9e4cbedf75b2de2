// The entries that a request filters or sorts. A statement has read their ids; the entries themselves come from the stored text.
//
//   Stored:   [{"id":7,"label":"b"},{"id":8,"label":"a"},{"id":9,"label":"c"}]
//   Rows:     [1, 8], [1, 7]      the key of the row, and the id of an entry: sorted by label, without "c"
//   Chosen:   [{"id":8,"label":"a"},{"id":7,"label":"b"}]

import type { Row } from '../../../database/database';
import type { CompiledStatement, EntriesPart, EntriesPlan, EntryPlan } from '../compile/plan-types';

export type Entry = Readonly<Record<string, unknown>>;

export class ChosenEntries {
  /** Per statement: the place of each entry, by row and id. Ids of one component are unique in a row. */
  readonly #places = new Map<CompiledStatement, Map<string, number>>();

  constructor(private readonly selected: NonNullable<EntriesPart['selected']>) {}

  add(results: readonly (readonly Row[])[]): void {
    this.selected.reads.forEach((read, index) => {
      const places = new Map<string, number>();
      for (const [row, id] of results[index] ?? []) places.set(entryKey(row, id), places.size);
      this.#places.set(read, places);
    });
  }

  /** Entries of one list. A zone keeps its order. */
  of(plan: EntriesPlan, entries: readonly Entry[], row: Row): readonly Entry[] {
    const rowKey = row[this.selected.rowKeyAt];
    const kept: { readonly entry: Entry; readonly place: number }[] = [];
    for (const entry of entries) {
      const read = planOf(plan, entry)?.selection;
      const place = read ? this.#places.get(read)?.get(entryKey(rowKey, entry.id)) : 0;
      if (place !== undefined) kept.push({ entry, place });
    }
    if (plan.only) kept.sort((a, b) => a.place - b.place);
    return kept.map(({ entry }) => entry);
  }
}

const entryKey = (row: unknown, id: unknown): string => `${row} ${id}`;

/** undefined: the zone or the schema no longer has the component; the entry is left out. */
export function planOf(plan: EntriesPlan, entry: Entry): EntryPlan | undefined {
  return plan.only ?? plan.byComponent.get(entry.__component as string);
}
