// Random aggregates of GraphQL: the values that the model expects, and the values of an answer.
import { valueAt } from '../runner/captures';
import { filterOf, type IdOf, literal } from './graphql-text';
import { KINDS, type KindName, type Value } from './kinds';
import { type Aggregate, holderOf, type Seen, type View } from './model';
import { compared, plainOf } from './operators';

const FIGURES = ['avg', 'sum', 'min', 'max'] as const;
type Figure = (typeof FIGURES)[number];

const fieldsOf = ({ numbers, ends }: Aggregate, figure: Figure): readonly string[] =>
  figure === 'avg' || figure === 'sum' ? numbers : ends;

export function aggregateSelection(kind: KindName, aggregate: Aggregate, idOf: IdOf): string {
  const { group, filter } = aggregate;
  const figures = FIGURES.map((figure) => [figure, fieldsOf(aggregate, figure)] as const)
    .filter(([, fields]) => fields.length > 0)
    .map(([figure, fields]) => `${figure} { ${fields.join(' ')} }`);
  const own = `count ${figures.join(' ')}`;
  if (group === null) return `aggregate { ${own} }`;
  const given = filter ? `(filters: ${literal(filterOf(filter, idOf))}, sort: "big")` : '(sort: "big")';
  const { label } = KINDS[kind];
  const inBucket = `nodes { documentId ${label ?? ''} } pageInfo { total } aggregate { ${own} }`;
  return `aggregate { ${own} groupBy { ${group} { key connection${given} { ${inBucket} } } } }`;
}

/** Aggregates cover all matching documents, not only the page. */
export function wantedAggregate(all: readonly Seen[], view: View, aggregate: Aggregate): object {
  const { group, filter } = aggregate;
  const own = figuresForm(all, aggregate);
  if (group === null) return own;
  const buckets = new Map<string, Seen[]>();
  for (const seen of all)
    for (const key of keysOf(seen, view, group)) {
      const bucket = buckets.get(key) ?? [];
      buckets.set(key, bucket);
      bucket.push(seen);
    }
  const groupBy = [...buckets].map(([key, every]) => {
    const some = every.filter((seen) => filter === null || view.truth(holderOf(seen), filter) === true);
    const nodes = some.map(({ doc }) => doc.key).sort();
    return { key, nodes, total: some.length, ...figuresForm(some, aggregate) };
  });
  return { ...own, groupBy: byKey(groupBy) };
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
  const { group } = aggregate;
  if (group === null) return own(given);
  const isScalar = group in KINDS[kind].attributes;
  const buckets = valueAt(given, `groupBy.${group}`);
  const groupBy = (Array.isArray(buckets) ? buckets : []).map((bucket: unknown) => {
    const key = valueAt(bucket, 'key') as Value;
    const nodes = valueAt(bucket, 'connection.nodes');
    const ids = (Array.isArray(nodes) ? nodes : []).map((node: unknown) =>
      keyOf(valueAt(node, 'documentId')),
    );
    return {
      key: isScalar || key === null ? keyForm(key) : JSON.stringify(keyOf(key)),
      nodes: ids.sort(),
      total: valueAt(bucket, 'connection.pageInfo.total'),
      ...own(valueAt(bucket, 'connection.aggregate')),
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
