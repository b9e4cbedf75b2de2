// Entries that a statement picks and orders inside the database: its rows are entries by the key of the row they are of, and go
// on like stored ones.
import { type Bindings, bind, type Glue, type PartWork, spend } from './bind';
import type { EntriesPart } from './compile/plan-types';
import type { Row, Run, Steps } from './database';
import { EntryWork } from './project-component';
import { distinct, textsByKey } from './relation-work';

export class PickedWork implements PartWork {
  readonly runs: readonly Run[];
  #entries: EntryWork | null = null;

  constructor(
    private readonly part: EntriesPart,
    private readonly picked: NonNullable<EntriesPart['picked']>,
    private readonly rows: readonly Row[],
    private readonly bindings: Bindings,
    private readonly glue: Glue,
  ) {
    this.runs = [bind(picked.read, bindings, distinct(rows, picked.parentKeyAt))];
  }

  *finish([picked = []]: readonly Row[][]): Steps<void> {
    const { part, rows, bindings, glue } = this;
    const { parentKeyAt } = this.picked;
    spend(bindings, picked.length, part.path);
    const texts = picked.map((row) => row[1] as string);
    const byRow = textsByKey(picked, texts, true);
    const stored = (row: Row): string => `[${byRow.get(row[parentKeyAt]) ?? ''}]`;
    this.#entries = new EntryWork(part, rows, stored, bindings, glue);
    const { runs } = this.#entries;
    yield* this.#entries.finish(runs.length > 0 ? yield runs : []);
  }

  text(row: Row, index: number): string {
    return this.#entries?.text(row, index) ?? 'null';
  }
}
