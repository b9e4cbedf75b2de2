// Documents that rows point at, on their way into the rows' texts: asked for in one statement per branch, then handed out by the
// key that the rows hold.
//
// A class, as all work that is made anew for every read: the functions of an object literal are made with it, and a generator
// among them gets a hidden class of its own, which the collector keeps longest, and with it whatever the function can see.

import { type Bindings, bind, type Glue, type PartWork, spend } from './bind';
import type { Branch, RelationPart } from './compile/plan-types';
import type { Row, Run, Steps } from './database';

export class RelationWork implements PartWork {
  readonly runs: readonly Run[];
  /** The branches that have rows, or may have. */
  readonly #asked: Branch[] = [];
  readonly #found: Map<unknown, string>[] = [];

  constructor(
    private readonly part: RelationPart,
    rows: readonly Row[],
    private readonly bindings: Bindings,
    private readonly glue: Glue,
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
      const texts = yield* this.glue(branch.child, own, bindings);
      if (branch.tag)
        for (let i = 0; i < texts.length; i++) texts[i] = `${texts[i]?.slice(0, -1)}${branch.tag}}`;
      if (isMerged) collectOrdered(ordered, own, texts, branch.orderAt as number);
      else this.#found.push(textsByKey(own, texts, part.many));
    }
    if (isMerged) this.#found.push(joinOrdered(ordered));
  }

  text(row: Row): string {
    const { part } = this;
    const found = this.#found;
    if (part.count) {
      let total = 0;
      for (let b = 0; b < found.length; b++) total += Number(found[b]?.get(this.#keyOf(row, b)) ?? 0);
      return `{"count":${total}}`;
    }
    let text: string | undefined;
    for (let b = 0; b < found.length && text === undefined; b++) text = found[b]?.get(this.#keyOf(row, b));
    if (part.many) return `[${text ?? ''}]`;
    return text ?? 'null';
  }

  #keyOf(row: Row, branch: number): unknown {
    return row[(this.#asked[branch] as Branch).parentKeyAt];
  }
}

/** The texts of rows under the key that each begins with: all of them, comma between, or the first. */
export function textsByKey(
  rows: readonly Row[],
  texts: readonly string[],
  many: boolean,
): Map<unknown, string> {
  const byKey = new Map<unknown, string>();
  for (let i = 0; i < rows.length; i++) {
    const key = rows[i]?.[0];
    const text = texts[i] as string;
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, text);
    else if (many) byKey.set(key, `${before},${text}`);
  }
  return byKey;
}

/** What rows hold at a place, each once. */
export function distinct(rows: readonly Row[], at: number): unknown[] {
  if (rows.length === 1) {
    const only = rows[0]?.[at];
    return only === null || only === undefined ? [] : [only];
  }
  const keys = new Set<unknown>();
  for (const row of rows) if (row[at] !== null && row[at] !== undefined) keys.add(row[at]);
  return [...keys];
}

type Ordered = readonly [order: number, text: string];

/** Targets of several types in one list: their order is known only when all are there. */
function collectOrdered(
  into: Map<unknown, Ordered[]>,
  rows: readonly Row[],
  texts: readonly string[],
  orderAt: number,
): void {
  rows.forEach((row, index) => {
    const list = into.get(row[0]);
    const entry: Ordered = [Number(row[orderAt]), texts[index] as string];
    if (list) list.push(entry);
    else into.set(row[0], [entry]);
  });
}

const joinOrdered = (lists: Map<unknown, Ordered[]>): Map<unknown, string> =>
  new Map(
    [...lists].map(([key, list]) => [
      key,
      list
        .sort((a, b) => a[0] - b[0])
        .map(([, text]) => text)
        .join(','),
    ]),
  );
