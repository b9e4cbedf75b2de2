// The reference model: what a read must answer, from the text of the specification and of our decisions alone.
import { KINDS, type KindName, type Part, type Value } from './kinds';
import { OPERATORS, plainOf } from './operators';
import { type Doc, type Row, rowOf, type State, type Status } from './stored';

export type Filter =
  | { readonly field: string; readonly operator: string; readonly value: Value | readonly Value[] }
  /** Through a relation, or of one entry of a component. */
  | { readonly through: string; readonly one: Filter }
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter };

export interface Populate {
  readonly name: string;
  readonly filter: Filter | null;
  /** `name:desc`; no two related documents have the same name. */
  readonly sort: string | null;
  readonly fields: readonly string[];
  readonly populate: readonly Populate[];
}

export interface Page {
  readonly kind: 'page' | 'offset';
  readonly first: number;
  readonly size: number;
  readonly withCount: boolean;
}

export interface Question {
  readonly kind: KindName;
  /** The document of a request for one document. */
  readonly one: string | null;
  readonly locale: string | null;
  readonly status: Status | null;
  readonly filter: Filter | null;
  /** `n`, `day:desc`, `group.name`. */
  readonly sort: readonly string[];
  readonly page: Page | null;
  readonly fields: readonly string[];
  readonly populate: readonly Populate[];
}

/** One version of a document. */
export interface Seen {
  readonly doc: Doc;
  readonly row: Row;
}

const DEFAULT_SIZE = 25;

/** What one request can see: the documents, in one locale and one status. */
export class View {
  readonly #state: State;
  readonly #locale: string | null;
  readonly #status: Status;

  constructor(state: State, locale: string | null, status: Status | null) {
    this.#state = state;
    this.#locale = locale;
    this.#status = status ?? 'published';
  }

  /** In the order of their creation. */
  all(kind: KindName): Seen[] {
    return [...this.#state.values()].filter((doc) => doc.kind === kind).flatMap((doc) => this.#seen(doc));
  }

  one(key: string): Seen | null {
    const doc = this.#state.get(key);
    return (doc && this.#seen(doc)[0]) ?? null;
  }

  list({ kind, filter, sort, page }: Question): { shown: Seen[]; pagination: unknown } {
    const matching = this.all(kind).filter((seen) => filter === null || this.truth(seen, filter) === true);
    const ordered = matching.toSorted((left, right) => this.#compare(left, right, sort));
    const size = page?.size ?? DEFAULT_SIZE;
    const start = page === null ? 0 : page.kind === 'page' ? (page.first - 1) * size : page.first;
    const total = matching.length;
    const counts = page?.withCount === false ? {} : { total };
    const pagination =
      page?.kind === 'offset'
        ? { start, limit: size, ...counts }
        : {
            page: page?.first ?? 1,
            pageSize: size,
            ...(page?.withCount === false ? {} : { pageCount: Math.ceil(total / size) }),
            ...counts,
          };
    return { shown: ordered.slice(start, start + size), pagination };
  }

  /** Documents on the other side. null instead of a row: nothing is related. */
  related({ doc, row }: Seen, name: string): Seen[] {
    const { links, mirrors } = KINDS[doc.kind];
    if (links[name])
      return (row.links[name] ?? []).flatMap((key) => {
        const other = this.#state.get(key);
        return other ? this.#seen(other) : [];
      });
    const mirror = mirrors[name];
    if (!mirror) throw new Error(`${doc.kind} has no relation ${name}`);
    return this.all(mirror.of).filter((other) => other.row.links[mirror.link]?.includes(doc.key));
  }

  /** What populate shows: filtered, sorted. */
  populated(seen: Seen, { name, filter, sort }: Populate): Seen[] {
    const found = this.related(seen, name).filter(
      (one) => filter === null || this.truth(one, filter) === true,
    );
    return sort === null ? found : found.toSorted((left, right) => this.#compare(left, right, [sort]));
  }

  /**
   * true, false, or null for unknown: a comparison with null is unknown, and so is its negation. Where nothing is related, the
   * condition is asked of a document whose attributes are all null.
   */
  truth(seen: Seen | Part | null, filter: Filter): boolean | null {
    if ('not' in filter) {
      const found = this.truth(seen, filter.not);
      return found === null ? null : !found;
    }
    if ('all' in filter || 'any' in filter) {
      const parts = 'all' in filter ? filter.all : filter.any;
      const decides = 'any' in filter;
      const found = parts.map((part) => this.truth(seen, part));
      return found.includes(decides) ? decides : found.includes(null) ? null : !decides;
    }
    if ('through' in filter) {
      const others = seen === null ? [] : this.#others(seen, filter.through);
      if (others.some((other) => this.truth(other, filter.one) === true)) return true;
      const isNone = others.length === 0 && this.truth(null, filter.one) === true;
      return isNone ? true : seen === null ? null : false;
    }
    const holds = OPERATORS[filter.operator];
    if (!holds) throw new Error(`The model does not know ${filter.operator}.`);
    const value = seen === null ? null : (valuesOf(seen)[filter.field] ?? null);
    return value === null && !/ull$/.test(filter.operator) ? null : holds(value, filter.value);
  }

  #others(seen: Seen | Part, name: string): (Seen | Part)[] {
    if (!isSeen(seen)) throw new Error(`an entry has no ${name}`);
    return KINDS[seen.doc.kind].parts[name] ? [...(seen.row.parts[name] ?? [])] : this.related(seen, name);
  }

  /** Null is the smallest. */
  #compare(left: Seen, right: Seen, sort: readonly string[]): number {
    for (const word of sort) {
      const [path = '', direction] = word.split(':');
      const found = compared(this.#valueAt(left, path), this.#valueAt(right, path));
      if (found !== 0) return direction === 'desc' ? -found : found;
    }
    return 0;
  }

  #valueAt(seen: Seen, path: string): Value {
    const [name = '', inner] = path.split('.');
    if (inner === undefined) return seen.row.values[name] ?? null;
    return this.related(seen, name)[0]?.row.values[inner] ?? null;
  }

  #seen(doc: Doc): Seen[] {
    const row = rowOf(doc, this.#locale, this.#status);
    return row ? [{ doc, row }] : [];
  }
}

const isSeen = (seen: Seen | Part): seen is Seen => 'doc' in seen && typeof seen.doc === 'object';
const valuesOf = (seen: Seen | Part): Readonly<Record<string, Value>> =>
  isSeen(seen) ? seen.row.values : seen;

function compared(left: Value, right: Value): number {
  const [a, b] = [plainOf(left), plainOf(right)];
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
