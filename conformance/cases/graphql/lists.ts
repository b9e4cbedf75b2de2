// Cases of lists below a document over GraphQL: relations and components, with filters, sort and pages of their own.
import { article, check, named, plain, several } from '../build';
import type { Case, Step } from '../case';
import { ask, gives, LABELS, MINE, row, shown, withVariables } from '../graphql-build';
import { is } from '../pattern';

const REFERRING = {
  ...several(3, (index) => named('/authors', `a${index}`), 'u'),
  ...several(3, (index) => named('/tags', `t${index}`), 't'),
  a: article({
    tags: ['{t2.documentId}', '{t0.documentId}', '{t1.documentId}'],
    seo: { metaTitle: 'S', metas: ['b', 'a', 'c'].map((key) => ({ key })) },
    zone: [
      {
        __component: 'shared.ref',
        label: 'r',
        target: '{t1.documentId}',
        authors: ['{u2.documentId}', '{u0.documentId}', '{u1.documentId}'],
      },
      { __component: 'shared.quote', text: 'q' },
    ],
  }),
};
const LISTED = {
  ...LABELS,
  p: plain({ n: 1, labels: [0, 1, 2, 3, 4].map((index) => `{l${index}.documentId}`) }),
  q: plain({ n: 2, labels: ['{l3.documentId}', '{l1.documentId}'] }),
};

export const quireGraphqlListCases: readonly Case[] = [
  check(
    row('relation-list'),
    LISTED,
    [
      gives(
        `{ plain(documentId: "{p.documentId}") { some: labels(filters: { name: { gt: "l2" } }) { name } last: labels(sort: "name:desc", pagination: { limit: 1 }) { name }
         rest: labels(pagination: { start: 3, limit: -1 }) { name } one: labels_connection(filters: { name: { in: ["l1", "l4"] } }, sort: "name:desc") { nodes { name } }
         page: labels_connection(pagination: { page: 2, pageSize: 2 }) { nodes { name } } rest2: labels_connection(pagination: { start: 4, limit: -1 }) { nodes { name } } } }`,
        {
          plain: is.exactly({
            some: shown('l3', 'l4'),
            last: shown('l4'),
            rest: shown('l3', 'l4'),
            one: { nodes: shown('l4', 'l1') },
            page: { nodes: shown('l2', 'l3') },
            rest2: { nodes: shown('l4') },
          }),
        },
      ),
      // Each parent has a page of its own, at each level.
      gives(
        `{ plains(filters: { ${MINE} }, sort: "n") { labels(filters: { name: { ne: "l1" } }, sort: "name:desc", pagination: { limit: 2 }) { name plains(filters: { n: { eq: 2 }, ${MINE} }) { n labels(sort: "name", pagination: { start: 1 }) { name } } } } }`,
        {
          plains: is.exactly([
            {
              labels: [
                { name: 'l4', plains: [] },
                { name: 'l3', plains: [{ n: 2, labels: shown('l3') }] },
              ],
            },
            { labels: [{ name: 'l3', plains: [{ n: 2, labels: shown('l3') }] }] },
          ]),
        },
      ),
      ...['labels', 'labels_connection'].flatMap((field) => {
        const query = `query ($f: LabelFiltersInput, $p: PaginationArg, $s: [String]) { plain(documentId: "{p.documentId}") { ${field}(filters: $f, pagination: $p, sort: $s) ${field === 'labels' ? '{ name }' : '{ nodes { name } }'} } }`;
        const holds = (variables: object, ...names: string[]): Step =>
          withVariables(query, variables, {
            plain: { [field]: field === 'labels' ? shown(...names) : { nodes: shown(...names) } },
          });
        return [
          holds({ f: { name: { lt: 'l2' } }, s: ['name:desc'] }, 'l1', 'l0'),
          holds({ f: { name: { lt: 'l3' } }, s: ['name'] }, 'l0', 'l1', 'l2'),
          holds({ p: { start: 1, limit: 2 } }, 'l1', 'l2'),
          holds({ p: { page: 3, pageSize: 2 } }, 'l4'),
          holds({ p: { limit: 1 }, s: null }, 'l0'),
        ];
      }),
    ],
    { name: 'aliases, connections, levels and variables' },
  ),
  check(
    row('relation-list'),
    REFERRING,
    [
      gives(
        `{ article(documentId: "{a.documentId}") { tags(sort: "name") { name articles { zone { ... on ComponentSharedRef { label } } } } seo { metas(sort: "key:desc", pagination: { start: 1, limit: 1 }) { key } }
         zone { __typename ... on ComponentSharedRef { target { name } authors(filters: { name: { ne: "a0" } }) { name } first: authors_connection(sort: "name", pagination: { limit: 1 }) { nodes { name } } rest: authors(pagination: { start: 1, limit: 2 }) { name } } ... on ComponentSharedQuote { text } } } }`,
        {
          article: is.exactly({
            tags: ['t0', 't1', 't2'].map((name) => ({ name, articles: [{ zone: [{ label: 'r' }, {}] }] })),
            seo: { metas: [{ key: 'b' }] },
            zone: [
              {
                __typename: 'ComponentSharedRef',
                target: { name: 't1' },
                authors: shown('a2', 'a1'),
                first: { nodes: shown('a0') },
                rest: shown('a0', 'a1'),
              },
              { __typename: 'ComponentSharedQuote', text: 'q' },
            ],
          }),
        },
      ),
    ],
    { name: 'inside of entries' },
  ),
  check(
    row('component-list'),
    { a: article({ links: ['b', 'a', 'c', 'd'].map((label) => ({ label })) }) },
    [
      gives(
        `{ article(documentId: "{a.documentId}") { all: links(pagination: { limit: -1 }) { label } rest: links(pagination: { start: 3 }) { label } first: links(pagination: { pageSize: 1 }) { label }
         third: links(pagination: { page: 3, pageSize: 1 }) { label } none: links(pagination: { start: 9, limit: 2 }) { label } some: links(filters: { or: [{ label: { eq: "d" } }, { not: { label: { gt: "a" } } }] }, sort: ["label:desc"]) { label } } }`,
        {
          article: is.exactly(
            Object.fromEntries(
              Object.entries({
                ...{ all: 'bacd', rest: 'd', first: 'b', third: 'c', none: '', some: 'da' },
              }).map(([key, labels]) => [key, [...labels].map((label) => ({ label }))]),
            ),
          ),
        },
      ),
      ...['limit: 0', 'page: 0', 'pageSize: 0', 'start: -1', 'limit: -2', 'page: 1, limit: 1'].map((words) =>
        ask(`{ article(documentId: "{a.documentId}") { links(pagination: { ${words} }) { label } } }`, {
          status: 200,
          body: { errors: is.list },
        }),
      ),
    ],
    { name: 'pages' },
  ),
];
