// Writes rows as JSON text, with the documents and entries populated below them. The texts come from the database and are joined.
//
//   Row:    ['{"id":1,"title":"Sea"}', 'd7x…']      the text, and the key of the author
//   Branch: ['d7x…', '{"id":4,"name":"Ines"}']      the key, and the text
//   Text:   {"id":1,"title":"Sea","author":{"id":4,"name":"Ines"}}
//
// The work of a part is a class, because every read makes one. An object literal would make its functions anew each time. A
// generator among them gets a hidden class of its own, which the garbage collector keeps longest.

import type { Row, Run, Steps } from '../../../database/database';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { Branch, EntriesPart, NodePlan, Part, RelationPart } from '../compile/plan-types';
import { type Bindings, bind, spend } from './bind';
import { ChosenEntries } from './chosen-entries';
import { EntryTexts } from './entry-texts';
import { collectOrdered, distinct, joinOrdered, type Ordered, textsByKey } from './texts-by-key';

/** One text per row. Everything populated below the rows is read, and written into the texts. A document that many rows share is written
 * for each of them. */
export function* writeRows(plan: NodePlan, rows: readonly Row[], bindings: Bindings): Steps<string[]> {
  const { jsonAt, parts, last } = plan;
  const { answerBytes } = bindings;
  const texts: string[] = new Array(rows.length);
  if ((parts.length === 0 && last === '') || rows.length === 0) {
    for (let i = 0; i < rows.length; i++) texts[i] = rows[i]?.[jsonAt] as string;
    return texts;
  }
  const works = parts.map((part) => startPart(part, rows, bindings));
  const runs: Run[] = [];
  for (const work of works) runs.push(...work.runs);
  const results = runs.length > 0 ? yield runs : [];
  let at = 0;
  for (const work of works) {
    const own = results.slice(at, at + work.runs.length);
    at += work.runs.length;
    yield* work.finish(own);
  }
  let length = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const json = row[jsonAt] as string;
    let added = '';
    for (let p = 0; p < parts.length; p++) {
      added += (parts[p] as Part).prefix + (works[p] as PartWork).text(row, i);
      if (length + added.length > answerBytes) throw coreErrors.ANSWER_TOO_LARGE(answerBytes);
    }
    added += last;
    const text = json === '{}' ? `{${added.slice(1)}}` : `${json.slice(0, -1)}${added}}`;
    length += text.length;
    if (length > answerBytes) throw coreErrors.ANSWER_TOO_LARGE(answerBytes);
    texts[i] = text;
  }
  return texts;
}

/** A part of the rows: its runs for all rows at once, and its text for each row. */
interface PartWork {
  readonly runs: readonly Run[];
  finish(results: readonly Row[][]): Steps<void>;
  text(row: Row, index: number): string;
}

function startPart(part: Part, rows: readonly Row[], bindings: Bindings): PartWork {
  if (part.kind === 'relation') return new RelationWork(part, rows, bindings);
  return new EntryWork(part, rows, bindings);
}

/** Related documents: one statement per target type. */
class RelationWork implements PartWork {
  readonly runs: readonly Run[];
  /** The branches that have rows, or may have. */
  readonly #asked: Branch[] = [];
  readonly #found: Map<unknown, string>[] = [];

  constructor(
    private readonly part: RelationPart,
    rows: readonly Row[],
    private readonly bindings: Bindings,
  ) {
    const runs: Run[] = [];
    for (const branch of part.branches) {
      if (!bindings.known.has(branch)) {
        const keys = distinct(rows, branch.parentKeyAt);
        if (keys.length === 0) continue;
        runs.push(bind(branch.read, bindings, keys));
      }
      this.#asked.push(branch);
    }
    this.runs = runs;
  }

  *finish(results: readonly Row[][]): Steps<void> {
    const { part, bindings } = this;
    const ordered = new Map<unknown, Ordered[]>();
    const isMerged =
      !part.count && this.#asked.length > 1 && this.#asked.every((branch) => branch.orderAt !== null);
    let next = 0;
    for (const branch of this.#asked) {
      const own = bindings.known.get(branch) ?? results[next++] ?? [];
      spend(bindings, own.length, part.path);
      if (part.count) {
        this.#found.push(new Map(own.map((row) => [row[0], String(row[1])])));
        continue;
      }
      if (part.most !== null && own.length > part.most) refuseLongLists(own, part.most, part.path);
      const texts = yield* writeRows(branch.child, own, bindings);
      if (branch.tag)
        for (let i = 0; i < texts.length; i++) texts[i] = `${texts[i]?.slice(0, -1)}${branch.tag}}`;
      if (isMerged) collectOrdered(ordered, own, texts, branch.orderAt as number);
      else this.#found.push(textsByKey(own, texts, part.many));
    }
    if (isMerged) this.#found.push(joinOrdered(ordered, bindings.answerBytes));
  }

  text(row: Row): string {
    const { part } = this;
    const found = this.#found;
    if (part.count) {
      let total = 0;
      for (let b = 0; b < found.length; b++) total += Number(found[b]?.get(this.#parentKey(row, b)) ?? 0);
      return `{"count":${total}}`;
    }
    let text: string | undefined;
    for (let b = 0; b < found.length && text === undefined; b++)
      text = found[b]?.get(this.#parentKey(row, b));
    if (part.many) return `[${text ?? ''}]`;
    return text ?? 'null';
  }

  #parentKey(row: Row, branch: number): unknown {
    return row[(this.#asked[branch] as Branch).parentKeyAt];
  }
}

function refuseLongLists(rows: readonly Row[], most: number, path: string): void {
  const lengths = new Map<unknown, number>();
  for (const [key] of rows) {
    const length = (lengths.get(key) ?? 0) + 1;
    if (length > most) throw coreErrors.QUERY_LIST_TOO_LONG(path, most);
    lengths.set(key, length);
  }
}

/** Entries of a component or zone, with the documents that they point at. */
class EntryWork implements PartWork {
  readonly runs: readonly Run[];
  #texts: EntryTexts | null = null;

  constructor(
    private readonly part: EntriesPart,
    private readonly rows: readonly Row[],
    private readonly bindings: Bindings,
  ) {
    const { selected } = part;
    if (selected) {
      const keys = distinct(rows, selected.rowKeyAt);
      this.runs = selected.reads.map((read) => bind(read, bindings, keys));
    } else this.runs = this.#begin(null);
  }

  *finish(results: readonly Row[][]): Steps<void> {
    const { part, bindings } = this;
    let targets = results;
    if (part.selected) {
      for (const rows of results) spend(bindings, rows.length, part.path);
      const chosen = new ChosenEntries(part.selected);
      chosen.add(results);
      const runs = this.#begin(chosen);
      targets = runs.length > 0 ? yield runs : [];
    }
    const texts = this.#texts;
    const wanted = texts?.wanted ?? [];
    for (let i = 0; i < wanted.length; i++) {
      const one = wanted[i] as (typeof wanted)[number];
      const rows = targets[i] ?? [];
      spend(bindings, rows.length, one.part.path);
      texts?.add(one, rows, yield* writeRows(one.branch.child, rows, bindings));
    }
  }

  text(row: Row, index: number): string {
    return this.#texts?.text(row, index) ?? 'null';
  }

  /** The reads of documents that entries point at. */
  #begin(chosen: ChosenEntries | null): Run[] {
    this.#texts = new EntryTexts(this.part, this.rows, chosen, this.bindings);
    return this.#texts.wanted.map(({ branch, documents }) =>
      bind(branch.read, this.bindings, [...documents]),
    );
  }
}
