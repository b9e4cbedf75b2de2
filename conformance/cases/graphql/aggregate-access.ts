// Cases of aggregates over GraphQL: large numbers, no documents, aliases, and the connections of groups.
import { article, check, named, plain, put, several } from '../build';
import type { Case, Step } from '../case';
import { gives, MINE, row, shown, withVariables } from '../graphql-build';
import { is, type Pattern } from '../pattern';

const COUNTED = {
  k: named('/labels', 'k'),
  l: named('/labels', 'l'),
  a: plain({
    n: 2_000_000_000,
    big: '9223372036854775000',
    kind: 'a',
    name: 'x',
    labels: ['{k.documentId}', '{l.documentId}'],
  }),
  b: plain({ n: 2_000_000_000, big: '7', kind: 'a', name: 'y', labels: ['{l.documentId}'] }),
  c: plain({ n: 5, big: null, kind: 'b', name: 'x', price: 0.5 }),
};
const connection = (words: string, data: Pattern, more = ''): Step =>
  gives(`{ plains_connection(filters: { ${MINE}${more} }) { ${words} } }`, { plains_connection: data });
const NOTHING = ', n: { eq: 77 }';
const counted = (count: number): Pattern => ({ aggregate: { count } });

/** Operations so long that nothing is kept for them. */
const LONG = `# ${'long '.repeat(1200)}\n`;
const inLong = (more: string, data: Pattern): Step =>
  gives(`${LONG}{ plains_connection(filters: { ${MINE}, ${more} }) { aggregate { count sum { n } } } }`, {
    plains_connection: { aggregate: data },
  });

export const quireGraphqlAggregateCases: readonly Case[] = [
  check(row('aggregates'), COUNTED, [
    connection(
      'aggregate { count __typename max { big __typename } groupBy { kind { key __typename } __typename } }',
      {
        aggregate: {
          ...{ count: is.integer, __typename: 'PlainAggregate' },
          max: { big: '9223372036854775000', __typename: 'PlainAggregateMax' },
          groupBy: { kind: is.list, __typename: 'PlainGroupBy' },
        },
      },
    ),
    inLong('n: { lt: 10 }', { count: 1, sum: { n: 5 } }),
    inLong('n: { gt: 10 }', { count: 2, sum: { n: 4_000_000_000 } }),
    connection('aggregate { sum { n big } min { big } max { big } }', {
      aggregate: {
        sum: { n: 4_000_000_005, big: '9223372036854775007' },
        min: { big: 7 },
        max: { big: '9223372036854775000' },
      },
    }),
    connection(
      'aggregate { count avg { n price } sum { n big } min { n day } max { n moment } groupBy { kind { key } } }',
      {
        aggregate: is.exactly({
          ...{ count: 0, avg: { n: null, price: null }, sum: { n: null, big: null } },
          ...{ min: { n: null, day: null }, max: { n: null, moment: null }, groupBy: { kind: [] } },
        }),
      },
      NOTHING,
    ),
    // Each alias has its own arguments and its own figures.
    gives(
      `{ a: plains_connection(filters: { ${MINE}, kind: { eq: "a" } }) { aggregate { count sum { n } } } b: plains_connection(filters: { ${MINE}, kind: { eq: "b" } }) { aggregate { count sum { n } } pageInfo { total } }
       c: plains_connection(filters: { ${MINE} }) { first: aggregate { count max { top: n } } second: aggregate { min { low: n } groupBy { kinds: kind { key one: connection(filters: { name: { eq: "x" } }) { aggregate { count } } two: connection(filters: { name: { eq: "y" } }) { aggregate { count } } } } } third: aggregate { groupBy { kinds: name { key } } } } }`,
      {
        a: { aggregate: { count: 2, sum: { n: 4_000_000_000 } } },
        b: { aggregate: { count: 1, sum: { n: 5 } }, pageInfo: { total: 1 } },
        c: {
          first: { count: 3, max: { top: 2_000_000_000 } },
          second: {
            min: { low: 5 },
            groupBy: {
              kinds: is.shuffled(
                { key: 'a', one: counted(1), two: counted(1) },
                { key: 'b', one: counted(1), two: counted(0) },
              ),
            },
          },
          third: { groupBy: { kinds: is.shuffled({ key: 'x' }, { key: 'y' }) } },
        },
      },
    ),
    connection(
      'aggregate { groupBy { kind { key connection(sort: "name:desc", pagination: { page: 2, pageSize: 1 }) { nodes { name labels { name } } pageInfo { page pageSize pageCount total } aggregate { count sum { price } } } } } }',
      {
        aggregate: {
          groupBy: {
            kind: is.shuffled(
              {
                key: 'a',
                connection: {
                  nodes: [{ name: 'x', labels: shown('k', 'l') }],
                  pageInfo: { page: 2, pageSize: 1, pageCount: 2, total: 2 },
                  aggregate: { count: 2, sum: { price: null } },
                },
              },
              {
                key: 'b',
                connection: {
                  nodes: [],
                  pageInfo: { page: 2, pageSize: 1, pageCount: 1, total: 1 },
                  aggregate: { count: 1, sum: { price: 0.5 } },
                },
              },
            ),
          },
        },
      },
    ),
    // A document with two labels is in both buckets.
    connection(
      'aggregate { groupBy { labels { key connection { aggregate { count groupBy { kind { key } } } } } } }',
      {
        aggregate: {
          groupBy: {
            labels: is.shuffled(
              ...(
                [
                  ['{k.documentId}', 1, 'a'],
                  ['{l.documentId}', 2, 'a'],
                  [null, 1, 'b'],
                ] as const
              ).map(([key, count, kind]) => ({
                key,
                connection: { aggregate: { count, groupBy: { kind: [{ key: kind }] } } },
              })),
            ),
          },
        },
      },
    ),
    ...['x', 'y'].map((name) =>
      withVariables(
        `query ($f: PlainFiltersInput, $in: PlainFiltersInput) { plains_connection(filters: $f) { aggregate { count groupBy { kind { key connection(filters: $in) { aggregate { count } } } } } } }`,
        { f: { mail: { eq: '{mark}@conform.test' }, kind: { eq: 'a' } }, in: { name: { eq: name } } },
        {
          plains_connection: {
            aggregate: { count: 2, groupBy: { kind: [{ key: 'a', connection: counted(1) }] } },
          },
        },
      ),
    ),
  ]),
  check(
    'graphql.aggregate.group-by.narrowed',
    {
      t: named('/tags', '{mark} t'),
      h: named('/authors', '{mark} h'),
      o: named('/authors', '{mark} o'),
      a: article({ author: '{h.documentId}', tags: ['{t.documentId}'] }),
      b: article({ author: '{o.documentId}' }),
    },
    [
      put('/authors/{h.documentId}?status=draft', { name: '{mark} d' }),
      // The second round uses what the first one prepared.
      ...(['PUBLISHED', 'DRAFT', 'PUBLISHED', 'DRAFT'] as const).flatMap((status) =>
        ['h', 'd'].map((name) => {
          const isShown = (status === 'DRAFT') === (name === 'd');
          return gives(
            `{ articles_connection(status: ${status}, filters: { title: { eq: "{mark}" } }) { aggregate { groupBy { title {
              connection(filters: { author: { name: { eq: "{mark} ${name}" } } }) {
                aggregate { count } nodes { author { name } tags { name } } } } } } } }`,
            {
              articles_connection: {
                aggregate: {
                  groupBy: {
                    title: [
                      {
                        connection: is.exactly({
                          aggregate: { count: isShown ? 1 : 0 },
                          nodes: isShown
                            ? [{ author: { name: `{mark} ${name}` }, tags: [{ name: '{mark} t' }] }]
                            : [],
                        }),
                      },
                    ],
                  },
                },
              },
            },
          );
        }),
      ),
    ],
    { name: 'through a relation, in each status', needs: ['drafts'] },
  ),
  check(
    row('aggregates'),
    {
      g: named('/groups', 'ant'),
      h: named('/groups', 'bee'),
      ...several(4, (n) =>
        plain({ n, kind: n < 3 ? 'a' : 'b', group: n === 1 ? '{h.documentId}' : '{g.documentId}' }),
      ),
    },
    (
      [
        ['["group.name:desc", "n:desc"]', 1, 2, 0],
        ['["group.name", "n:desc"]', 2, 0, 1],
      ] as const
    ).map(([sort, ...numbers]) =>
      connection(
        `aggregate { groupBy { kind { key connection(sort: ${sort}) { nodes { n group { name } } } } } }`,
        {
          aggregate: {
            groupBy: {
              kind: is.shuffled(
                {
                  key: 'a',
                  connection: {
                    nodes: numbers.map((n) => ({ n, group: { name: n === 1 ? 'bee' : 'ant' } })),
                  },
                },
                { key: 'b', connection: { nodes: [{ n: 3 }] } },
              ),
            },
          },
        },
      ),
    ),
    { name: 'groups in the order of a relation' },
  ),
];
