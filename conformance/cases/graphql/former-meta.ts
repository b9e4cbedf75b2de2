// Cases of `meta` in the former forms: pages of each list in GraphQL, and the same totals in REST.
import { check, get, named, OWN, plain, several, V4 } from '../build';
import type { Case, Step } from '../case';
import { LIST_LIMITS } from '../deployments';
import { gives, MINE, row } from '../graphql-build';
import type { Pattern } from '../pattern';

const WORLD = {
  l: named('/labels', '{mark} l'),
  ...several(5, (n) => plain({ n, kind: n < 3 ? 'a' : 'b', labels: ['{l.documentId}'] })),
};
type Page = readonly [page: number, pageSize: number, pageCount: number, total: number];
const form = ([page, pageSize, pageCount, total]: Page): Pattern => ({
  pagination: { page, pageSize, pageCount, total },
});
const META = 'meta { pagination { page pageSize pageCount total } }';
const lists = (args: string, page: Page, filters = MINE): Step =>
  gives(
    `{ plains_connection(filters: { ${filters} }${args}) { ${META} pageInfo { page pageSize pageCount total } } }`,
    {
      plains_connection: {
        meta: form(page),
        pageInfo: { page: page[0], pageSize: page[1], pageCount: page[2], total: page[3] },
      },
    },
  );
const rest = (query: string, pagination: Pattern): Step =>
  get(`/plains?${OWN}${query}`, { body: { meta: { pagination } } }, V4);

export const quireFormerMetaCases: readonly Case[] = [
  check(
    row('former-meta'),
    WORLD,
    [
      // The default is 2, and the maximum 3.
      lists('', [1, 2, 3, 5]),
      lists(', pagination: { page: 2 }', [2, 2, 3, 5]),
      lists(', pagination: { page: 3, pageSize: 2 }', [3, 2, 3, 5]),
      lists(', pagination: { pageSize: 3 }', [1, 3, 2, 5]),
      lists(', pagination: { pageSize: 50 }', [1, 3, 2, 5]),
      lists(', pagination: { page: 9 }', [9, 2, 3, 5]),
      lists(', pagination: { start: 2, limit: 2 }', [2, 2, 3, 5]),
      lists(', pagination: { limit: 1 }', [1, 1, 5, 5]),
      lists(', sort: "n:desc"', [1, 2, 1, 2], `${MINE}, kind: { eq: "b" }`),
      lists('', [1, 2, 0, 0], `${MINE}, n: { eq: 99 }`),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { kind { key connection(pagination: { pageSize: 1 }) { ${META} data { attributes { kind } } } } } } } }`,
        {
          plains_connection: {
            aggregate: {
              groupBy: {
                kind: [
                  {
                    key: 'a',
                    connection: { meta: form([1, 1, 3, 3]), data: [{ attributes: { kind: 'a' } }] },
                  },
                  {
                    key: 'b',
                    connection: { meta: form([1, 1, 2, 2]), data: [{ attributes: { kind: 'b' } }] },
                  },
                ],
              },
            },
          },
        },
      ),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { m: meta { p: pagination { t: total } } ...More } } fragment More on PlainEntityResponseCollection { meta { pagination { pageCount } } }`,
        {
          plains_connection: { m: { p: { t: 5 } }, meta: { pagination: { pageCount: 3 } } },
        },
      ),
    ],
    { name: 'in GraphQL', deploy: LIST_LIMITS },
  ),
  check(
    row('former-meta'),
    WORLD,
    [
      // The default is 3, and the maximum 4.
      rest('', { page: 1, pageSize: 3, pageCount: 2, total: 5 }),
      rest('&pagination[page]=2&pagination[pageSize]=2', { page: 2, pageSize: 2, pageCount: 3, total: 5 }),
      rest('&pagination[pageSize]=50', { page: 1, pageSize: 4, pageCount: 2, total: 5 }),
      rest('&pagination[start]=1&pagination[limit]=2', { start: 1, limit: 2, total: 5 }),
      rest('&filters[n]=99', { page: 1, pageSize: 3, pageCount: 0, total: 0 }),
      get('/plains/{d0.documentId}', { body: { meta: {} } }, V4),
      get('/labels/{l.documentId}?populate=plains', { body: { meta: {} } }, V4),
      // Both forms have the same meta.
      get(`/plains?${OWN}`, {
        body: { meta: { pagination: { page: 1, pageSize: 3, pageCount: 2, total: 5 } } },
      }),
    ],
    { name: 'in REST', deploy: LIST_LIMITS },
  ),
];
