// The reference model: what a read must answer, from the text of the specification and of our decisions alone.
import { KINDS, type KindName, type Structure, type Value } from './kinds';
import { OPERATORS, plainOf } from './operators';
import { type Doc, type Entry, type Row, rowOf, type State, type Status, targetOf } from './stored';

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
  /** What the entries of some components of a zone show. */
  readonly on?: Readonly<Record<string, Fragment>>;
}

export interface Fragment {
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
  /** null: the request names none. */
  readonly locale: string | null;
}

/** A version of a document, or an entry, with what it consists of. */
export interface Holder {
  /** null: an entry. */
  readonly key: string | null;
  readonly row: Row;
  readonly locale: string | null;
  readonly structure: Structure;
}

export const holderOf = ({ doc, row, locale }: Seen): Holder => ({
  key: doc.key,
  row,
  locale,
  structure: KINDS[doc.kind],
});

/** The entries of a component or zone. */
export const holdersIn = ({ row, locale, structure }: Holder, name: string): (Holder & { entry: Entry })[] =>
  (row.parts[name] ?? []).flatMap((entry) => {
    const of = structure.parts[name]?.of[entry.component];
    return of ? [{ key: null, row: entry, locale, structure: of, entry }] : [];
  });

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
  all(kind: KindName, locale = this.#locale): Seen[] {
    return [...this.#state.values()]
      .filter((doc) => doc.kind === kind)
      .flatMap((doc) => this.#seen(doc, locale));
  }

  one(key: string): Seen | null {
    const doc = this.#state.get(key);
    return (doc && this.#seen(doc, this.#locale)[0]) ?? null;
  }

  list({ kind, filter, sort, page }: Question): { shown: Seen[]; pagination: unknown } {
    const matching = this.all(kind).filter(
      (seen) => filter === null || this.truth(holderOf(seen), filter) === true,
    );
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

  /** Documents on the other side. */
  related({ key, row, locale, structure }: Holder, name: string): Seen[] {
    if (structure.links[name])
      return (row.links[name] ?? []).map(targetOf).flatMap((target) => {
        const other = this.#state.get(target.key);
        const isMeant = target.status === null || target.status === this.#status;
        return other && isMeant ? this.#seen(other, target.locale ?? locale) : [];
      });
    const mirror = structure.mirrors[name];
    if (!mirror || key === null) throw new Error(`there is no relation ${name}`);
    return this.all(mirror.of, locale).filter((other) => other.row.links[mirror.link]?.includes(key));
  }

  /** What populate shows: filtered, sorted. */
  populated(holder: Holder, { name, filter, sort }: Populate): Seen[] {
    const found = this.related(holder, name).filter(
      (one) => filter === null || this.truth(holderOf(one), filter) === true,
    );
    return sort === null ? found : found.toSorted((left, right) => this.#compare(left, right, [sort]));
  }

  /**
   * true, false, or null for unknown: a comparison with null is unknown, and so is its negation. Where nothing is related, the
   * condition is asked of a document whose attributes are all null.
   */
  truth(holder: Holder | null, filter: Filter): boolean | null {
    if ('not' in filter) {
      const found = this.truth(holder, filter.not);
      return found === null ? null : !found;
    }
    if ('all' in filter || 'any' in filter) {
      const parts = 'all' in filter ? filter.all : filter.any;
      const decides = 'any' in filter;
      const found = parts.map((part) => this.truth(holder, part));
      return found.includes(decides) ? decides : found.includes(null) ? null : !decides;
    }
    if ('through' in filter) {
      const others = holder === null ? [] : this.#others(holder, filter.through);
      if (others.some((other) => this.truth(other, filter.one) === true)) return true;
      const isNone = others.length === 0 && this.truth(null, filter.one) === true;
      return isNone ? true : holder === null ? null : false;
    }
    const holds = OPERATORS[filter.operator];
    if (!holds) throw new Error(`The model does not know ${filter.operator}.`);
    const value = holder?.row.values[filter.field] ?? null;
    return value === null && !/ull$/.test(filter.operator) ? null : holds(value, filter.value);
  }

  #others(holder: Holder, name: string): Holder[] {
    return holder.structure.parts[name] ? holdersIn(holder, name) : this.related(holder, name).map(holderOf);
  }

  /** Null is the smallest. */
  #compare(left: Seen, right: Seen, sort: readonly string[]): number {
    for (const word of sort) {
      const [path = '', direction] = word.split(':');
      const found = compared(this.#valueAt(holderOf(left), path), this.#valueAt(holderOf(right), path));
      if (found !== 0) return direction === 'desc' ? -found : found;
    }
    return 0;
  }

  /** `n`, `group.name`, `seo.metaTitle`. */
  #valueAt(holder: Holder | undefined, path: string): Value {
    if (!holder) return null;
    const [name = '', ...rest] = path.split('.');
    if (rest.length === 0) return holder.row.values[name] ?? null;
    return this.#valueAt(this.#others(holder, name)[0], rest.join('.'));
  }

  #seen(doc: Doc, locale: string | null): Seen[] {
    const row = rowOf(doc, locale, this.#status);
    return row ? [{ doc, row, locale }] : [];
  }
}

function compared(left: Value, right: Value): number {
  const [a, b] = [plainOf(left), plainOf(right)];
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
