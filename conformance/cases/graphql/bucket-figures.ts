// Cases of figures inside buckets: for each kind of attribute that groups, with and without arguments, and in buckets of buckets. The
// expected figures are computed from a table.
import { check, named, plain } from '../build';
import type { Case, Step } from '../case';
import { FEW_AT_ONCE } from '../deployments';
import { gives, MINE, row } from '../graphql-build';
import { is, type Pattern } from '../pattern';

interface Doc {
  readonly n: number | null;
  readonly price: number | null;
  readonly ratio: number | null;
  readonly big: string | null;
  readonly day: string | null;
  readonly moment: string | null;
  readonly kind: string | null;
  readonly flag: boolean | null;
  readonly name: string | null;
  readonly group: string | null;
  readonly labels: readonly string[];
}
const NOTHING: Doc = {
  ...{ n: null, price: null, ratio: null, big: null, day: null, moment: null },
  ...{ kind: null, flag: null, name: null, group: null, labels: [] },
};
const moment = (day: number): string => `2024-03-0${day}T10:00:00.500Z`;
/** Each group has documents with and without values; one has only documents without. */
const DOCS: Readonly<Record<string, Doc>> = {
  d0: {
    ...{ n: 1, price: 0.1, ratio: 0.5, big: '9007199254740993', day: '2024-01-01', moment: moment(1) },
    ...{ kind: 'a', flag: true, name: 'x', group: 'g', labels: ['k', 'l'] },
  },
  d1: {
    ...{ n: -2, price: 0.2, ratio: 1.25, big: '7', day: '2023-12-31', moment: moment(2) },
    ...{ kind: 'a', flag: true, name: 'X', group: 'g', labels: ['l'] },
  },
  d2: {
    ...{ n: null, price: null, ratio: 2.5, big: null, day: null, moment: null },
    ...{ kind: 'a', flag: false, name: '', group: 'h', labels: [] },
  },
  d3: { ...NOTHING, kind: 'b', name: 'x', flag: false, labels: ['k'] },
  d4: { ...NOTHING, n: 1, price: 12.5, kind: 'c', name: 'x', flag: null, group: 'h' },
  d5: {
    ...{ n: 1, price: 0.1, ratio: -0.5, big: '-9007199254740993', day: '2024-01-01', moment: moment(1) },
    ...{ kind: 'c', flag: true, name: 'x', group: null, labels: ['k', 'l'] },
  },
  d6: NOTHING,
};
const idsOf = (aliases: readonly string[]): string[] => aliases.map((alias) => `{${alias}.documentId}`);
const WORLD = {
  g: named('/groups', 'g'),
  h: named('/groups', 'h'),
  k: named('/labels', 'k'),
  l: named('/labels', 'l'),
  ...Object.fromEntries(
    Object.entries(DOCS).map(([alias, { group, labels, ...data }]) => [
      alias,
      plain({
        ...data,
        ...(group === null ? {} : { group: `{${group}.documentId}` }),
        labels: idsOf(labels),
      }),
    ]),
  ),
};
type Named = readonly (readonly [alias: string, doc: Doc])[];
const ALL: Named = Object.entries(DOCS);

const GROUPS = [
  'kind',
  'flag',
  'name',
  'n',
  'price',
  'ratio',
  'big',
  'day',
  'moment',
  'group',
  'labels',
] as const;
type Group = (typeof GROUPS)[number];

function keysOf(doc: Doc, group: Group): (string | number | boolean | null)[] {
  const value = doc[group];
  if (group === 'labels') return doc.labels.length === 0 ? [null] : idsOf(doc.labels);
  if (group === 'group') return doc.group === null ? [null] : idsOf([doc.group]);
  return [value as string | number | boolean | null];
}

const NUMBERS = ['n', 'price', 'ratio'] as const;
const FIGURES =
  'count avg { n price ratio } sum { n price ratio } min { n price ratio big day moment } max { n price ratio big day moment }';
const near = (value: number | null): Pattern =>
  value === null ? null : is.both(is.number, is.atLeast(value - 1e-9), is.atMost(value + 1e-9));
/** A biginteger is a number as long as it is exact. */
const bigForm = (value: bigint): Pattern =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);

function figures(docs: Named): Pattern {
  const valuesOf = <K extends keyof Doc>(name: K): NonNullable<Doc[K]>[] =>
    docs.flatMap(([, doc]) => (doc[name] === null ? [] : [doc[name]])) as NonNullable<Doc[K]>[];
  const ofNumbers = (figure: (all: readonly number[]) => number): Record<string, Pattern> =>
    Object.fromEntries(
      NUMBERS.map((name) => {
        const values = valuesOf(name);
        return [name, near(values.length === 0 ? null : figure(values))];
      }),
    );
  const sum = (all: readonly number[]): number => all.reduce((total, value) => total + value, 0);
  const end = (isMax: boolean): Pattern => {
    const bigs = valuesOf('big')
      .map(BigInt)
      .sort((a, b) => (a < b ? -1 : 1));
    const ofText = (name: 'day' | 'moment'): string | null =>
      valuesOf(name)
        .sort()
        .at(isMax ? -1 : 0) ?? null;
    const big = bigs.at(isMax ? -1 : 0);
    return {
      ...ofNumbers((all) => (isMax ? Math.max(...all) : Math.min(...all))),
      ...{ big: big === undefined ? null : bigForm(big), day: ofText('day'), moment: ofText('moment') },
    };
  };
  return {
    ...{ count: docs.length, avg: ofNumbers((all) => sum(all) / all.length), sum: ofNumbers(sum) },
    ...{ min: end(false), max: end(true) },
  };
}

function bucketsOf(docs: Named, group: Group): (readonly [key: Pattern, docs: Named])[] {
  const buckets = new Map<string | number | boolean | null, [string, Doc][]>();
  for (const [alias, doc] of docs)
    for (const key of keysOf(doc, group)) buckets.set(key, [...(buckets.get(key) ?? []), [alias, doc]]);
  return [...buckets].map(([key, some]) => [
    group === 'big' && key !== null ? bigForm(BigInt(key)) : key,
    some,
  ]);
}

/** Arguments of a bucket, the documents that they leave, and those of its page. */
const ARGUMENTS: readonly (readonly [args: string, keeps: (doc: Doc) => boolean, size: number])[] = [
  ['', () => true, 10],
  ['(filters: { n: { gte: 1 } })', ({ n }) => n !== null && n >= 1, 10],
  ['(filters: { not: { kind: { eq: "a" } } })', ({ kind }) => kind !== null && kind !== 'a', 10],
  ['(filters: { labels: { name: { eq: "k" } } })', ({ labels }) => labels.includes('k'), 10],
  ['(pagination: { pageSize: 1 })', () => true, 1],
  [
    '(pagination: { start: 0, limit: 2 }, sort: "n:desc", filters: { flag: { eq: true } })',
    ({ flag }) => flag === true,
    2,
  ],
];

const inBuckets = (group: Group): Step[] =>
  ARGUMENTS.map(([args, keeps, size]) =>
    gives(
      `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { ${group} { key connection${args} { nodes { documentId } pageInfo { total } aggregate { ${FIGURES} } } } } } } }`,
      {
        plains_connection: {
          aggregate: {
            groupBy: {
              [group]: is.shuffled(
                ...bucketsOf(ALL, group).map(([key, docs]) => {
                  const kept = docs.filter(([, doc]) => keeps(doc));
                  return {
                    key,
                    connection: {
                      nodes: is.length(Math.min(size, kept.length)),
                      pageInfo: { total: kept.length },
                      aggregate: figures(kept),
                    },
                  };
                }),
              ),
            },
          },
        },
      },
    ),
  );

/** Buckets of documents of each bucket. */
const nested = (outer: Group, inner: Group): Step =>
  gives(
    `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { ${outer} { key connection(filters: { not: { n: { eq: -2 } } }) { aggregate { count groupBy { ${inner} { key connection { aggregate { ${FIGURES} } } } } } } } } } } }`,
    {
      plains_connection: {
        aggregate: {
          groupBy: {
            [outer]: is.shuffled(
              ...bucketsOf(ALL, outer).map(([key, docs]) => {
                const kept = docs.filter(([, { n }]) => n !== null && n !== -2);
                return {
                  key,
                  connection: {
                    aggregate: {
                      count: kept.length,
                      groupBy: {
                        [inner]: is.shuffled(
                          ...bucketsOf(kept, inner).map(([innerKey, some]) => ({
                            key: innerKey,
                            connection: { aggregate: figures(some) },
                          })),
                        ),
                      },
                    },
                  },
                };
              }),
            ),
          },
        },
      },
    },
  );

export const quireBucketFigureCases: readonly Case[] = [
  ...GROUPS.map((group) => check(row('bucket-figures'), WORLD, inBuckets(group), { name: `by ${group}` })),
  check(
    row('bucket-figures'),
    WORLD,
    [
      nested('kind', 'flag'),
      nested('flag', 'group'),
      nested('labels', 'labels'),
      nested('group', 'labels'),
      nested('name', 'day'),
    ],
    { name: 'in buckets of buckets', deploy: FEW_AT_ONCE },
  ),
];
