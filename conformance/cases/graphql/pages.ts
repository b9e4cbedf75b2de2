// Cases of pages over GraphQL: `pageInfo`, wrong pages, and the default and the maximum of a page.
import { check, FIVE, named, plain } from '../build';
import type { Case, Step } from '../case';
import { LIST_LIMITS } from '../deployments';
import { ask, gives, LABELS, MINE, row } from '../graphql-build';
import { is } from '../pattern';

const info = (words: string, pageInfo: object, count: number, more = ''): Step =>
  gives(
    `{ plains_connection(filters: { ${MINE}${more} }, sort: "n", pagination: { ${words} }) { nodes { n } pageInfo { page pageSize pageCount total } } }`,
    { plains_connection: { nodes: is.length(count), pageInfo: is.exactly(pageInfo) } },
  );
const WRONG = ['limit: 0', 'limit: -2', 'page: 0', 'page: -1', 'pageSize: 0', 'pageSize: -1', 'start: -1'];
const MIXED = ['page: 1, limit: 1', 'page: 1, start: 0', 'pageSize: 1, start: 0', 'pageSize: 1, limit: 1'];

export const quireGraphqlPageCases: readonly Case[] = [
  check(row('pages'), { ...FIVE, l: named('/labels'), a: plain({ n: 9, labels: ['{l.documentId}'] }) }, [
    info('page: 2, pageSize: 4', { page: 2, pageSize: 4, pageCount: 2, total: 6 }, 2),
    info('start: 4, limit: 2', { page: 3, pageSize: 2, pageCount: 3, total: 6 }, 2),
    info('limit: -1', { page: 1, pageSize: 6, pageCount: 1, total: 6 }, 6),
    info('page: 9, pageSize: 2', { page: 9, pageSize: 2, pageCount: 3, total: 6 }, 0),
    info('', { page: 1, pageSize: 10, pageCount: 0, total: 0 }, 0, ', n: { eq: 77 }'),
    info('limit: -1', { page: 1, pageSize: 0, pageCount: 0, total: 0 }, 0, ', n: { eq: 77 }'),
    info('page: null, limit: 2, start: null', { page: 1, pageSize: 2, pageCount: 3, total: 6 }, 2),
    ...[...WRONG, ...MIXED].flatMap((words) =>
      [
        `plains(pagination: { ${words} }) { n }`,
        `plains_connection(pagination: { ${words} }) { nodes { n } }`,
        `plains_connection(pagination: { ${words} }) { pageInfo { total } }`,
        `plain(documentId: "{a.documentId}") { labels(pagination: { ${words} }) { name } }`,
        `plain(documentId: "{a.documentId}") { labels_connection(pagination: { ${words} }) { nodes { name } } }`,
        `plains_connection(filters: { ${MINE} }) { aggregate { groupBy { n { connection(pagination: { ${words} }) { nodes { n } } } } } }`,
      ].map((query) => ask(`{ ${query} }`, { status: 200, body: { errors: is.length(1) } })),
    ),
  ]),
  check(
    row('max-limit'),
    {
      ...FIVE,
      ...LABELS,
      a: plain({ n: 9, labels: [0, 1, 2, 3, 4].map((index) => `{l${index}.documentId}`) }),
    },
    [
      info('limit: 5', { page: 1, pageSize: 3, pageCount: 2, total: 6 }, 3),
      info('limit: -1', { page: 1, pageSize: 3, pageCount: 2, total: 6 }, 3),
      info('pageSize: 5, page: 2', { page: 2, pageSize: 3, pageCount: 2, total: 6 }, 3),
      info('page: 2', { page: 2, pageSize: 2, pageCount: 3, total: 6 }, 2),
      ...(
        [
          ['', 2],
          ['(pagination: { start: 1 })', 2],
          ['(pagination: { limit: 3 })', 3],
          ['(pagination: { limit: 5 })', 3],
          ['(pagination: { limit: -1 })', 3],
          ['(pagination: { pageSize: 4 })', 3],
        ] as const
      ).map(([words, count]) =>
        gives(
          `{ plains(filters: { n: { eq: 9 }, ${MINE} }) { labels${words} { name } all: labels_connection${words} { nodes { name } } } }`,
          { plains: [{ labels: is.length(count), all: { nodes: is.length(count) } }] },
        ),
      ),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { name { connection { nodes { n } } all: connection(pagination: { limit: -1 }) { nodes { n } pageInfo { pageSize total } } } } } } }`,
        {
          plains_connection: {
            aggregate: {
              groupBy: {
                name: [
                  {
                    connection: { nodes: is.length(2) },
                    all: { nodes: is.length(3), pageInfo: { pageSize: 3, total: 6 } },
                  },
                ],
              },
            },
          },
        },
      ),
    ],
    { deploy: LIST_LIMITS },
  ),
];
