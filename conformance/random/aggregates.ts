// Random aggregates of GraphQL: the values that the model expects, and the values of an answer.
import { valueAt } from '../wire/captures';
import { filterOf, type IdOf, literal } from './graphql-text';
import { KINDS, type KindName, type Value } from './kinds';
import { type Aggregate, DEFAULT_SIZE, holderOf, type Seen, type View } from './model';
import { compared, plainOf } from './operators';

const FIGURES = ['avg', 'sum', 'min', 'max'] as const;
type Figure = (typeof FIGURES)[number];

const fieldsOf = ({ numbers, ends }: Aggregate, figure: Figure): readonly string[] =>
  figure === 'avg' || figure === 'sum' ? numbers : ends;

export function aggregateSelection(kind: KindName, aggregate: Aggregate, idOf: IdOf): string {
  const { group, filter, inner, size } = aggregate;
  const figures = FIGURES.map((figure) => [figure, fieldsOf(aggregate, figure)] as const)
    .filter(([, fields]) => fields.length > 0)
    .map(([figure, fields]) => `${figure} { ${fields.join(' ')} }`);
  const own = `count ${figures.join(' ')}`;
  if (group === null) return `aggregate { ${own} }`;
  const narrowed = filter ? `filters: ${literal(filterOf(filter, idOf))}, ` : '';
  const given = `(${narrowed}sort: "big"${size === null ? '' : `, pagination: { limit: ${size} }`})`;
  const { label } = KINDS[kind];
  const again = inner === null ? '' : ` groupBy { ${inner} { key connection { aggregate { count } } } }`;
  const inBucket = `nodes { documentId ${label ?? ''} } pageInfo { total } aggregate { ${own}${again} }`;
  return `aggregate { ${own} groupBy { ${group} { key connection${given} { ${inBucket} } } } }`;
}

/** Aggregates cover all matching documents, not only the page. */
export function wantedAggregate(all: readonly Seen[], view: View, aggregate: Aggregate): object {
  const { group, filter, inner, size } = aggregate;
  const own = figuresForm(all, aggregate);
  if (group === null) return own;
  const groupBy = bucketsOf(all, view, group).map(([key, every]) => {
    const some = every.filter((seen) => filter === null || view.truth(holderOf(seen), filter) === true);
    const nodes = some
      .map(({ doc }) => doc.key)
      .sort((left, right) => numberIn(left) - numberIn(right))
      .slice(0, size ?? DEFAULT_SIZE.graphql);
    const again =
      inner === null
        ? {}
        : {
            inner: byKey(
              bucketsOf(some, view, inner).map(([innerKey, docs]) => ({ key: innerKey, count: docs.length })),
            ),
          };
    return { key, nodes: nodes.sort(), total: some.length, ...figuresForm(some, aggregate), ...again };
  });
  return { ...own, groupBy: byKey(groupBy) };
}

/** The order of `big`. */
const numberIn = (key: string): number => Number(key.replace(/\D+/, ''));

function bucketsOf(all: readonly Seen[], view: View, group: string): [key: string, docs: Seen[]][] {
  const buckets = new Map<string, Seen[]>();
  for (const seen of all)
    for (const key of keysOf(seen, view, group)) {
      const bucket = buckets.get(key) ?? [];
      buckets.set(key, bucket);
      bucket.push(seen);
    }
  return [...buckets];
}

/** A document without a value is in the bucket of null. A document with several related documents is in several buckets. */
function keysOf(seen: Seen, view: View, group: string): string[] {
  const holder = holderOf(seen);
  if (group in holder.structure.attributes) return [keyForm(seen.row.values[group] ?? null)];
  const related = view.related(holder, group);
  return related.length === 0 ? ['null'] : related.map(({ doc }) => JSON.stringify(doc.key));
}

function figuresForm(all: readonly Seen[], aggregate: Aggregate): object {
  return {
    count: all.length,
    figures: FIGURES.map((figure) =>
      fieldsOf(aggregate, figure).map((field) => {
        const values = all.map(({ row }) => plainOf(row.values[field] ?? null));
        return figureOf(
          figure,
          values.filter((value) => value !== null),
        );
      }),
    ),
  };
}

/** null: there is no value. */
function figureOf(figure: Figure, values: readonly Value[]): Value {
  if (values.length === 0) return null;
  const sorted = values.toSorted(compared);
  if (figure === 'min') return rounded(sorted[0]);
  if (figure === 'max') return rounded(sorted.at(-1));
  const sum = values.reduce<number>((total, value) => total + Number(value), 0);
  return rounded(figure === 'sum' ? sum : sum / values.length);
}

export function receivedAggregate(
  given: unknown,
  kind: KindName,
  aggregate: Aggregate,
  keyOf: (id: unknown) => string,
): object {
  const own = (from: unknown): object => ({
    count: valueAt(from, 'count'),
    figures: FIGURES.map((figure) =>
      fieldsOf(aggregate, figure).map((field) =>
        rounded(plainOf(valueAt(from, `${figure}.${field}`) as Value)),
      ),
    ),
  });
  const { group, inner } = aggregate;
  if (group === null) return own(given);
  const keyIn = (bucket: unknown, name: string): string => {
    const key = valueAt(bucket, 'key') as Value;
    return name in KINDS[kind].attributes || key === null ? keyForm(key) : JSON.stringify(keyOf(key));
  };
  const listAt = (from: unknown, name: string): readonly unknown[] => {
    const buckets = valueAt(from, `groupBy.${name}`);
    return Array.isArray(buckets) ? buckets : [];
  };
  const groupBy = listAt(given, group).map((bucket: unknown) => {
    const figures = valueAt(bucket, 'connection.aggregate');
    const again =
      inner === null
        ? {}
        : {
            inner: byKey(
              listAt(figures, inner).map((one) => ({
                key: keyIn(one, inner),
                count: valueAt(one, 'connection.aggregate.count'),
              })),
            ),
          };
    const nodes = valueAt(bucket, 'connection.nodes');
    const ids = (Array.isArray(nodes) ? nodes : []).map((node: unknown) =>
      keyOf(valueAt(node, 'documentId')),
    );
    return {
      key: keyIn(bucket, group),
      nodes: ids.sort(),
      total: valueAt(bucket, 'connection.pageInfo.total'),
      ...own(figures),
      ...again,
    };
  });
  return { ...own(given), groupBy: byKey(groupBy) };
}

const byKey = <T extends { readonly key: string }>(buckets: readonly T[]): T[] =>
  buckets.toSorted((left, right) => (left.key < right.key ? -1 : 1));

const keyForm = (value: Value): string => JSON.stringify(plainOf(value));

/** The last digits of sums of fractions may differ. */
const rounded = (value: Value | undefined): Value =>
  typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : (value ?? null);
