// Links of a relation are read in pages, so a document with 20,000 links opens as fast as one with ten. A form has the first links of each
// relation; the write of a form sends changes of links, so those that it does not have stay.
import { signal } from '@preact/signals';
import type { AttributeModel } from './model';
import { populateOf } from './populate';
import { emptyOf, type Value } from './values';

const PAGE = 50;

type Values = Readonly<Record<string, Value>>;
/** By attribute, how many of its links are read. */
export type LinkCounts = Readonly<Record<string, number>>;

/** Of relations in entries, the whole list is sent, so it is read whole. */
const isPaged = ({ relation }: AttributeModel): boolean =>
  relation?.many === true && relation.target !== null;

export interface FoundValues {
  readonly values: Record<string, Value>;
  readonly counts: LinkCounts;
  readonly more: ReadonlySet<string>;
}

export type LinkPages = ReturnType<typeof createLinkPages>;

export function createLinkPages(attributes: readonly AttributeModel[]) {
  const paged = attributes.filter(isPaged);
  let counts: LinkCounts = Object.fromEntries(paged.map(({ name }) => [name, PAGE]));
  /** Relations with more links than the form has. */
  const more = signal<ReadonlySet<string>>(new Set());

  return {
    more,
    isPaged: (name: string): boolean => Object.hasOwn(counts, name),
    counts: (): LinkCounts => counts,
    /** Leaves room for links that were added in the form. */
    countsFor: (values: Values): LinkCounts =>
      Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [name, Math.max(count, lengthOf(values[name]))]),
      ),
    /** One link more than wanted shows whether there are more. */
    populate: (wanted: LinkCounts): Record<string, unknown> => {
      const populate = populateOf(attributes);
      for (const { name } of paged) populate[name] = pageOf(populate[name], 0, wanted[name] ?? PAGE);
      return populate;
    },
    next: (name: string, start: number): Record<string, unknown> => {
      const populate = populateOf(paged.filter((each) => each.name === name));
      return { [name]: pageOf(populate[name], start, PAGE) };
    },
    /** The values of a document that was read with these counts. `first`: what a new one begins with, beside its defaults. */
    valuesOf(document: Values | null, wanted: LinkCounts, first: Values = {}): FoundValues {
      const beyond = new Set<string>();
      const values: Record<string, Value> = {};
      for (const attribute of attributes) {
        const { name } = attribute;
        const value = document ? document[name] : (first[name] ?? attribute.default);
        const count = wanted[name];
        const isLong = count !== undefined && lengthOf(value) > count;
        if (isLong) beyond.add(name);
        values[name] = isLong ? (value as Value[]).slice(0, count) : (value ?? emptyOf(attribute));
      }
      return { values, counts: wanted, more: beyond };
    },
    /** The form now has these. */
    accept(found: Pick<FoundValues, 'counts' | 'more'>): void {
      counts = found.counts;
      more.value = found.more;
    },
    /** A further page has arrived. */
    added(name: string, count: number, arrived: number): void {
      counts = { ...counts, [name]: count };
      const next = new Set(more.value);
      if (arrived <= PAGE) next.delete(name);
      more.value = next;
    },
    pageSize: PAGE,
  };
}

const lengthOf = (value: Value): number => (Array.isArray(value) ? value.length : 0);

const pageOf = (populate: unknown, start: number, count: number): unknown => ({
  ...(populate as Record<string, unknown>),
  ...(start > 0 ? { start } : {}),
  limit: count + 1,
});
