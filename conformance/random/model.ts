// The reference model: what a read must answer, from the text of the specification and of our decisions alone.
import type { Forms } from './forms';
import { KINDS, type KindName, type Structure, type Value } from './kinds';
import { contains, holds, plainOf } from './operators';
import { type Doc, type Entry, type Row, rowOf, type State, type Status, targetOf } from './stored';

export interface Condition {
  readonly field: string;
  readonly operator: string;
  /** A list for an operator that takes one value: any of them, or none of them. */
  readonly value: Value | readonly Value[];
  /** `filters[n]=1` */
  readonly isShort?: true;
}

/** `inside`: below one field that all conditions name, `filters[n][$or][0][$gt]=1`. */
export type Filter =
  | Condition
  /** Through a relation, or of one entry of a component. */
  | { readonly through: string; readonly one: Filter }
  /** `filters[group][$null]=true` */
  | { readonly through: string; readonly isNone: boolean }
  | {
      readonly all: readonly Filter[];
      readonly inside?: string;
      /** A list instead of `$and`: `filters[$or][0][0][n]=1&filters[$or][0][1][day]=…` */
      readonly isList?: true;
      /** Conditions on different fields in one object. */
      readonly isObject?: true;
    }
  | { readonly any: readonly Filter[]; readonly inside?: string }
  | { readonly not: Filter; readonly inside?: string };

export interface Populate {
  readonly name: string;
  readonly filter: Filter | null;
  /** `name:desc`; the last key is different in every related document. */
  readonly sort: readonly string[];
  readonly fields: readonly string[];
  readonly populate: readonly Populate[];
  /** The answer shows the number of documents or entries instead of them. */
  readonly isCount?: true;
  /** The fields and populate of entries, for some components of a zone. */
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
  readonly over: Over;
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
  /** `_q` */
  readonly search: string | null;
  readonly forms: Forms;
  /** Only GraphQL has aggregates. */
  readonly aggregate: Aggregate | null;
}

/** The API of a request. */
export type Over = 'rest' | 'graphql';

export interface Aggregate {
  /** Attributes of `avg` and `sum`. */
  readonly numbers: readonly string[];
  /** Attributes of `min` and `max`. */
  readonly ends: readonly string[];
  /** An attribute or a relation. */
  readonly group: string | null;
  /** Narrows each bucket. */
  readonly filter: Filter | null;
  /** Groups the documents of each bucket again. */
  readonly inner: string | null;
  /** The documents of a bucket's page; null: the default. Figures cover all documents of the bucket. */
  readonly size: number | null;
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

export const DEFAULT_SIZE: Readonly<Record<Over, number>> = { rest: 25, graphql: 10 };

/** The documents that one request can read, in one locale and one status. */
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

  one(key: string, filter: Filter | null = null): Seen | null {
    const doc = this.#state.get(key);
    const seen = doc && this.#seen(doc, this.#locale)[0];
    return seen && this.#matches(holderOf(seen), filter) ? seen : null;
  }

  list({ over, kind, filter, search, sort, page }: Question): {
    matching: Seen[];
    shown: Seen[];
    pagination: object;
  } {
    const matching = this.all(kind).filter(
      (seen) =>
        this.#matches(holderOf(seen), filter) && (search === null || contains(KINDS[kind], seen.row, search)),
    );
    const ordered = matching.toSorted((left, right) => this.#compare(left, right, sort));
    const size = page?.size ?? DEFAULT_SIZE[over];
    const start = page === null ? 0 : page.kind === 'page' ? (page.first - 1) * size : page.first;
    const pagination = paginationForm(over, page, size, matching.length);
    return { matching, shown: ordered.slice(start, start + size), pagination };
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

  /** The documents that populate shows, filtered and sorted. */
  populated(holder: Holder, { name, filter, sort }: Populate): Seen[] {
    const found = this.related(holder, name).filter((one) => this.#matches(holderOf(one), filter));
    return found.toSorted((left, right) => this.#compare(left, right, sort));
  }

  /** The entries that populate shows. */
  entries(holder: Holder, { name, filter }: Populate): (Holder & { entry: Entry })[] {
    return holdersIn(holder, name).filter((one) => this.#matches(one, filter));
  }

  #matches(holder: Holder, filter: Filter | null): boolean {
    return filter === null || this.truth(holder, filter) === true;
  }

  /**
   * true, false, or null for unknown. A comparison with null is unknown, and so is its negation. If no document is related, the condition
   * is checked for a document whose attributes are all null.
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
      if ('isNone' in filter) return (others.length === 0) === filter.isNone;
      if (others.some((other) => this.truth(other, filter.one) === true)) return true;
      const isNone = others.length === 0 && this.truth(null, filter.one) === true;
      return isNone ? true : holder === null ? null : false;
    }
    const value = holder === null ? null : valueIn(holder, filter.field);
    return value === null && !/ull$/.test(filter.operator)
      ? null
      : holds(filter.operator, value, filter.value);
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
    if (rest.length === 0) return valueIn(holder, name);
    return this.#valueAt(this.#others(holder, name)[0], rest.join('.'));
  }

  #seen(doc: Doc, locale: string | null): Seen[] {
    const row = rowOf(doc, locale, this.#status);
    return row ? [{ doc, row, locale: KINDS[doc.kind].hasLocales ? locale : this.#locale }] : [];
  }
}

/** `big` counts the documents of a world. */
const valueIn = ({ key, row }: Holder, name: string): Value =>
  name === 'documentId' ? key : name === 'big' ? Number(key?.replace(/\D+/, '')) : (row.values[name] ?? null);

function compared(left: Value, right: Value): number {
  const [a, b] = [plainOf(left), plainOf(right)];
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

/** GraphQL answers by pages: `start: 20, limit: 10` is page 3. Its lists without totals have no pages. */
function paginationForm(over: Over, page: Page | null, size: number, total: number): object {
  const isCounted = page?.withCount !== false;
  if (over === 'graphql' && !isCounted) return {};
  const counts = isCounted ? { total } : {};
  const isOffset = page?.kind === 'offset';
  if (isOffset && over === 'rest') return { start: page.first, limit: size, ...counts };
  const number = isOffset ? Math.floor(page.first / size) + 1 : (page?.first ?? 1);
  const pageCount = isCounted ? { pageCount: Math.ceil(total / size) } : {};
  return { page: number, pageSize: size, ...pageCount, ...counts };
}
