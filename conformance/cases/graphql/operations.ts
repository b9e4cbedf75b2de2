// Cases of GraphQL operations: fragments, directives, variables, several operations in one text, and operations that a hash names.
import { createHash } from 'node:crypto';
import { article, check, named, plain, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { ask, gives, MINE, row, withVariables } from '../graphql-build';
import { is } from '../pattern';

const PICKED = `query ($on: Boolean!, $off: Boolean = false) { plain(documentId: "{a.documentId}") {
  ...Named @include(if: $on) ... on Plain @skip(if: $on) { body } ... @include(if: $off) { flag } group @include(if: $on) { ...Group @skip(if: $off) name @include(if: $off) } } }
  fragment Named on Plain { name n @skip(if: $off) } fragment Group on Group { documentId }`;
const TWO = (n: number): string =>
  `query One { plains(filters: { ${MINE}, n: { eq: 1 } }) { n } } query Two { plains(filters: { ${MINE}, n: { eq: 2 } }) { n name } } # ${n}`;

const KEPT = '{ __typename kept: __typename }';
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const persisted = (persistedQuery: unknown, expect: Expectation, query?: string): Step => ({
  ...ask('', expect),
  body: { query, extensions: { persistedQuery } },
});
const answers = (status: number, code: string): Expectation => ({
  status,
  body: { data: is.absent, errors: [{ message: is.text, extensions: { code } }] },
});
const NAMES = { status: 200, body: { errors: is.absent, data: { __typename: 'Query', kept: 'Query' } } };

export const quireGraphqlOperationCases: readonly Case[] = [
  check(
    row('fragments'),
    { g: named('/groups'), a: plain({ n: 1, body: 'b', flag: true, group: '{g.documentId}' }) },
    [
      ...(
        [
          [{ on: true }, { name: '{mark}', n: 1, group: { documentId: '{g.documentId}' } }],
          [{ on: false }, { body: 'b' }],
          [
            { on: true, off: true },
            { name: '{mark}', flag: true, group: { name: '{mark}' } },
          ],
          [
            { on: true, off: false },
            { name: '{mark}', n: 1, group: { documentId: '{g.documentId}' } },
          ],
        ] as const
      ).map(([variables, plainShown]) => withVariables(PICKED, variables, { plain: is.exactly(plainShown) })),
      gives(
        `query { ...Root @include(if: true) ...Other @skip(if: true) } fragment Root on Query { one: plain(documentId: "{a.documentId}") { n } } fragment Other on Query { two: plain(documentId: "{a.documentId}") { n } }`,
        is.exactly({ one: { n: 1 } }),
      ),
    ],
    { name: 'directives on fragments, by variables' },
  ),
  check(
    row('fragments'),
    { a: article({ summary: 's', seo: { metaTitle: 'S' }, links: [{ label: 'l', href: 'h' }] }) },
    [false, true, false].map((on) =>
      withVariables(
        `query ($on: Boolean!) { article(documentId: "{a.documentId}") { title summary @include(if: $on) seo { id @skip(if: $on) metaTitle } links { label href @include(if: $on) } }
         articles_connection(filters: { title: { eq: "{mark}" } }) { nodes { title summary @include(if: $on) } pageInfo @include(if: $on) { total } aggregate { count @skip(if: $on) max @include(if: $on) { rating } } } }`,
        { on },
        {
          article: is.both(
            on ? { summary: 's' } : is.noKeys('summary'),
            { seo: on ? is.exactly({ metaTitle: 'S' }) : { id: is.text, metaTitle: 'S' } },
            { links: is.exactly([on ? { label: 'l', href: 'h' } : { label: 'l' }]) },
          ),
          articles_connection: is.exactly({
            nodes: [on ? { title: '{mark}', summary: 's' } : { title: '{mark}' }],
            ...(on ? { pageInfo: { total: 1 } } : {}),
            aggregate: on ? { max: { rating: null } } : { count: 1 },
          }),
        },
      ),
    ),
    { name: 'directives in entries and connections, request by request' },
  ),
  check(
    row('variables'),
    { a: plain({ n: 1 }), b: plain({ n: 2 }) },
    [
      ...[1, 2].flatMap((n) =>
        ['One', 'Two'].map(
          (operationName): Step => ({
            ...gives(
              TWO(n),
              is.exactly({ plains: operationName === 'One' ? [{ n: 1 }] : [{ n: 2, name: '{mark}' }] }),
            ),
            body: { query: TWO(n), operationName },
          }),
        ),
      ),
      ...[
        ['{"n":1}', 1],
        ['{"n":2}', 2],
      ].map(
        ([variables, n]): Step => ({
          send: 'GET',
          from: 'root',
          path: `{graphql}?query=query ($n: Int) { plains(filters: { ${MINE}, n: { eq: $n } }) { n } }&variables=${variables}`,
          headers: { 'apollo-require-preflight': 'true' },
          expect: { status: 200, body: { data: { plains: [{ n: Number(n) }] } } },
        }),
      ),
    ],
    { name: 'several operations of one text' },
  ),
  check(
    row('variables'),
    { a: article({ summary: 'en' }), b: plain({ n: 1 }), c: plain({ n: 2 }), d: plain({ n: 3 }) },
    [
      // A variable may stand in any argument, beside arguments without one.
      ...[
        { p: { limit: 1 }, s: ['n:desc'], n: [3] },
        { p: { start: 1 }, s: ['n'], n: [2, 3] },
        { p: { page: 2, pageSize: 2 }, s: ['n:desc'], n: [1] },
      ].map(({ n, ...variables }) =>
        withVariables(
          `query ($p: PaginationArg, $s: [String]) { plains(filters: { ${MINE} }, pagination: $p, sort: $s) { n } plains_connection(filters: { ${MINE} }, sort: $s, pagination: $p) { nodes { n } } }`,
          variables,
          {
            plains: is.exactly(n.map((one) => ({ n: one }))),
            plains_connection: { nodes: is.exactly(n.map((one) => ({ n: one }))) },
          },
        ),
      ),
      put('/articles/{a.documentId}?locale=fr', { title: '{mark} fr', summary: 'fr' }),
      put('/articles/{a.documentId}?status=draft', { summary: 'draft' }),
      ...(
        [
          ['en', 'PUBLISHED', 'en'],
          ['fr', 'PUBLISHED', 'fr'],
          ['en', 'DRAFT', 'draft'],
        ] as const
      ).map(([l, s, summary]) =>
        withVariables(
          'query ($l: I18NLocaleCode, $s: PublicationStatus) { article(documentId: "{a.documentId}", locale: $l, status: $s) { summary } }',
          { l, s },
          { article: { summary } },
        ),
      ),
    ],
    { name: 'in any argument', needs: ['drafts', 'i18n'] },
  ),
  check(
    row('variables'),
    {},
    [
      {
        ...ask('', {
          status: 400,
          body: {
            errors: is.both(
              is.length(2),
              ['n', 'f'].map((name) => ({
                message: is.matching(`^Variable "\\$${name}" got invalid value`),
                extensions: { code: 'BAD_USER_INPUT' },
              })),
            ),
          },
        }),
        body: {
          query:
            'query ($n: Int, $f: Boolean) { plains(filters: { n: { eq: $n }, flag: { eq: $f } }) { n } }',
          variables: { n: 'x', f: 'y' },
        },
      },
    ],
    { name: 'two wrong ones' },
  ),
  check(
    row('fragments'),
    {
      l: named('/labels', 'l'),
      g: named('/groups', 'g'),
      a: plain({ price: '123456789012.123456', n: 5, group: '{g.documentId}', labels: ['{l.documentId}'] }),
    },
    [
      gives('{ plain(documentId: "{a.documentId}") { price labels { name } } }', {
        plain: { price: 123456789012.12346, labels: [{ name: 'l' }] },
      }),
      gives(
        '{ plain(documentId: "{a.documentId}") { first: __typename n group { name __typename plains { labels { name } __typename } } labels { __typename name } __typename } }',
        {
          plain: is.exactly({
            first: 'Plain',
            n: 5,
            group: {
              name: 'g',
              __typename: 'Group',
              plains: [{ labels: [{ name: 'l' }], __typename: 'Plain' }],
            },
            labels: [{ __typename: 'Label', name: 'l' }],
            __typename: 'Plain',
          }),
        },
      ),
    ],
    { name: 'names of types, before and after relations' },
  ),
  check(
    row('variables'),
    { a: plain({ n: 1, body: 'b' }) },
    [true, false].flatMap((n) =>
      [true, false].map((body) =>
        withVariables(
          'query ($n: Boolean!, $body: Boolean!) { plain(documentId: "{a.documentId}") { name n @include(if: $n) body @include(if: $body) } }',
          { n, body },
          {
            plain: is.exactly({ name: '{mark}', ...(n ? { n: 1 } : {}), ...(body ? { body: 'b' } : {}) }),
          },
        ),
      ),
    ),
    { name: 'of two directives' },
  ),
  check(row('persisted'), {}, [
    persisted({ version: 1, sha256Hash: hash('{ never }') }, answers(200, 'PERSISTED_QUERY_NOT_FOUND')),
    persisted({ version: 1, sha256Hash: hash(KEPT) }, NAMES, KEPT),
    persisted({ version: 1, sha256Hash: hash(KEPT) }, NAMES),
    {
      ...{ send: 'GET', from: 'root', headers: { 'apollo-require-preflight': 'true' }, expect: NAMES },
      path: `{graphql}?extensions={"persistedQuery":{"version":1,"sha256Hash":"${hash(KEPT)}"}}`,
    },
    // An operation that fails its validation is not kept.
    persisted({ version: 1, sha256Hash: hash('{ never }') }, { status: 400 }, '{ never }'),
    persisted({ version: 1, sha256Hash: hash('{ never }') }, answers(200, 'PERSISTED_QUERY_NOT_FOUND')),
    persisted({ version: 1, sha256Hash: hash('{ other }') }, answers(400, 'BAD_REQUEST'), KEPT),
    ...[
      { version: 2, sha256Hash: hash(KEPT) },
      { version: 1 },
      { version: 1, sha256Hash: '' },
      'x',
      [],
      5,
    ].map((wrong) => persisted(wrong, answers(400, 'BAD_REQUEST'), KEPT)),
    persisted(null, NAMES, KEPT),
  ]),
];
