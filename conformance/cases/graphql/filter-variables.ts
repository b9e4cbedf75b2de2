// Cases of filters over GraphQL: logic, relations and entries.
import { article, check, named, plain } from '../build';
import type { Case, Step } from '../case';
import { gives, MINE, row } from '../graphql-build';
import { is } from '../pattern';

const FILTERED = {
  g: named('/groups', '{mark} g'),
  h: named('/groups', '{mark} h'),
  k: named('/labels', '{mark} k'),
  l: named('/labels', '{mark} l'),
  a: plain({
    n: 1,
    price: 1,
    body: 'x',
    group: '{g.documentId}',
    labels: ['{k.documentId}', '{l.documentId}'],
  }),
  b: plain({ n: 2, price: 2, body: null, group: '{h.documentId}', labels: ['{l.documentId}'] }),
  c: plain({ n: 3, body: 'y' }),
};
const finds = (condition: string, ...all: number[]): Step =>
  gives(`{ plains(filters: { ${MINE}, ${condition} }, sort: "n") { n } }`, {
    plains: is.exactly(all.map((n) => ({ n }))),
  });

export const quireGraphqlFilterCases: readonly Case[] = [
  check(row('filters'), FILTERED, [
    finds('group: { name: { eq: "{mark} g" } }', 1),
    finds('group: { or: [{ name: { endsWith: "g" } }, { documentId: { eq: "{h.documentId}" } }] }', 1, 2),
    finds('group: { not: { name: { eq: "{mark} g" } } }', 2),
    finds('not: { group: { name: { eq: "{mark} g" } } }', 2, 3),
    finds('group: { plains: { n: { eq: 2 } } }', 2),
    finds('labels: { and: [{ name: { eq: "{mark} k" } }] }', 1),
    finds('labels: { name: { in: ["{mark} l"] }, plains: { n: { eq: 1 } } }', 1, 2),
    finds('documentId: { in: ["{a.documentId}", "{c.documentId}"] }', 1, 3),
    finds('n: { not: { gt: 1 } }', 1),
    finds('n: { not: { not: { gt: 1 } } }', 2, 3),
    finds('n: { not: { between: [1, 2] }, notNull: true }', 3),
    finds('or: [{ n: { eq: 1, not: { null: true } } }, { not: { n: { in: [1, 2] } } }]', 1, 3),
    // No decimal of the column has so many digits.
    finds('price: { between: [0.00000001, 1] }', 1),
    finds('price: { in: [2, 0.00000001] }', 2),
    finds('and: [], n: { gte: 2 }', 2, 3),
    finds('or: [], n: { gte: 2 }', 2, 3),
    // As recorded, `null: null` asks for a value.
    finds('body: { null: null }', 1, 3),
    finds('body: { notNull: null }', 2),
    finds('group: { name: { null: true } }', 3),
    // A null is no condition.
    finds('not: null', 1, 2, 3),
    finds('and: null, or: null', 1, 2, 3),
    finds('and: [null, { n: { eq: 2 } }]', 2),
    gives('{ plains(filters: null, pagination: { limit: 1 }) { __typename } }', {
      plains: [{ __typename: 'Plain' }],
    }),
  ]),
  check(
    row('filters'),
    {
      t: named('/tags', '{mark} t'),
      a: article({
        rating: 1,
        seo: { metaTitle: 'A' },
        links: [{ label: 'x', href: '1' }],
        tags: ['{t.documentId}'],
      }),
      b: article({
        rating: 2,
        seo: { metaTitle: 'B' },
        links: [
          { label: 'y', href: '1' },
          { label: 'x', href: '2' },
        ],
      }),
    },
    (
      [
        ['seo: { metaTitle: { eq: "B" } }', 2],
        ['links: { label: { eq: "x" }, href: { eq: "2" } }', 2],
        ['links: { not: { label: { eq: "x" } } }', 2],
        ['not: { links: { label: { eq: "y" } } }', 1],
        ['tags: { articles: { seo: { metaTitle: { eqi: "a" } } } }', 1],
      ] as const
    ).flatMap(([condition, rating]) => [
      gives(`{ articles(filters: { title: { eq: "{mark}" }, ${condition} }) { rating } }`, {
        articles: is.exactly([{ rating }]),
      }),
      gives(
        `{ articles_connection(filters: { title: { eq: "{mark}" }, ${condition} }) { nodes { rating } pageInfo { total } aggregate { count } } }`,
        {
          articles_connection: is.exactly({
            nodes: [{ rating }],
            pageInfo: { total: 1 },
            aggregate: { count: 1 },
          }),
        },
      ),
    ]),
    { name: 'of entries and their relations' },
  ),
];
