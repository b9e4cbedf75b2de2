// Cases of GraphQL selections: fields that are selected twice, fragments on each kind of type, aliases, and values that are null.
import { article, check, made, named, plain } from '../build';
import type { Case, Step } from '../case';
import { ask, gives, MINE, row, shown } from '../graphql-build';
import { is, type Pattern } from '../pattern';

/** A plain with a group and two labels. */
export const LINKED = {
  g: named('/groups', 'g'),
  l: named('/labels', 'l'),
  m: named('/labels', 'm'),
  a: plain({ n: 1, kind: 'a', group: '{g.documentId}', labels: ['{m.documentId}', '{l.documentId}'] }),
};
/** Reads the plain of `LINKED` and expects `data`. */
export const one = (selected: string, data: Pattern): Step =>
  gives(`{ plain(documentId: "{a.documentId}") { ${selected} } }`, { plain: data });
const GROUP = { documentId: '{g.documentId}', name: 'g' };
export const LABELS = [
  { documentId: '{m.documentId}', name: 'm' },
  { documentId: '{l.documentId}', name: 'l' },
];
const ZONED = {
  t: named('/tags', 't'),
  a: article({
    seo: { metaTitle: 'S', metas: [{ key: 'k', value: 'v' }] },
    links: [{ label: 'l', href: 'h' }],
    zone: [
      { __component: 'shared.quote', text: 'q' },
      { __component: 'shared.slider', caption: 'c' },
      { __component: 'shared.ref', label: 'r', target: '{t.documentId}' },
    ],
  }),
};
const TWICE = `{ links { label } links { href } seo { metaTitle } seo { metas { key } metas { value } }
  zone { ... on ComponentSharedQuote { text } ... on ComponentSharedRef { target { name } } }
  zone { __typename ... on ComponentSharedRef { label target { documentId } } } }`;
const MERGED: Pattern = {
  links: [{ label: 'l', href: 'h' }],
  seo: { metaTitle: 'S', metas: [{ key: 'k', value: 'v' }] },
  zone: [
    { text: 'q', __typename: 'ComponentSharedQuote' },
    { __typename: 'ComponentSharedSlider' },
    { __typename: 'ComponentSharedRef', label: 'r', target: { name: 't', documentId: '{t.documentId}' } },
  ],
};
const aliased = (count: number): string =>
  Array.from({ length: count }, (_, index) => `k${index}: n`).join(' ');
/** A query with `count` aliases of one field. */
const aliases = (count: number, more = ''): Step =>
  one(
    `${aliased(count)} ${more}`,
    is.both({ k0: 1, [`k${count - 1}`]: 1 }, more === '' ? is.any : { group: { name: 'g' } }),
  );
/** Answers the page and the figures under names of types. */
const TYPED = `{ plains_connection(filters: { ${MINE} }) { ... on PlainEntityResponseCollection { nodes { ... on Plain { n } } ...Page
  aggregate { ... on PlainAggregate { count max { ... on PlainAggregateMax { n } } groupBy { ... on PlainGroupBy { kind { ... on PlainGroupByKind { key ...Bucket } } } } } } } } }
  fragment Page on PlainEntityResponseCollection { pageInfo { ... on Pagination { total } } }
  fragment Bucket on PlainGroupByKind { connection { ... on PlainEntityResponseCollection { nodes { name } pageInfo { total } aggregate { count } } } }`;

export const quireGraphqlSelectionCases: readonly Case[] = [
  check(
    row('fragments'),
    LINKED,
    [
      one(
        'group { documentId } n labels { name } group { name } ... on Plain { labels { documentId } kind }',
        is.exactly({ group: GROUP, n: 1, labels: LABELS, kind: 'a' }),
      ),
      gives(
        '{ plain(documentId: "{a.documentId}") { ...Both labels_connection { nodes { documentId } } ...More } } fragment Both on Plain { labels_connection { nodes { name } } } fragment More on Plain { ...Both group { name } group { documentId } }',
        { plain: { labels_connection: { nodes: LABELS }, group: GROUP } },
      ),
      gives(
        `{ plains(filters: { ${MINE} }) { group { name } } plains(filters: { ${MINE} }) { n group { documentId } } }`,
        { plains: [is.exactly({ n: 1, group: GROUP })] },
      ),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { nodes { n } nodes { group { name } } pageInfo { page } pageInfo { total } aggregate { count } aggregate { max { n } max { big } } } }`,
        {
          plains_connection: is.exactly({
            nodes: [{ n: 1, group: { name: 'g' } }],
            pageInfo: { page: 1, total: 1 },
            aggregate: { count: 1, max: { n: 1, big: null } },
          }),
        },
      ),
      gives(
        'mutation { updatePlain(documentId: "{a.documentId}", data: { flag: true }) { group { documentId } labels { name } group { name } labels { documentId } rest: labels_connection(pagination: { start: 1 }) { nodes { name } } } }',
        { updatePlain: is.exactly({ group: GROUP, labels: LABELS, rest: { nodes: shown('l') } }) },
      ),
    ],
    { name: 'a field that is selected twice' },
  ),
  check(
    row('fragments'),
    ZONED,
    [
      gives(`{ article(documentId: "{a.documentId}") ${TWICE} }`, { article: MERGED }),
      gives(
        `{ articles(filters: { title: { eq: "{mark}" } }) { ...Twice } } fragment Twice on Article ${TWICE}`,
        {
          articles: [MERGED],
        },
      ),
      gives(`mutation { updateArticle(documentId: "{a.documentId}", data: { summary: "s" }) ${TWICE} }`, {
        updateArticle: MERGED,
      }),
    ],
    { name: 'entries that are selected twice' },
  ),
  check(
    row('fragments'),
    { ...ZONED, p: plain({ n: 1, kind: 'a' }) },
    [
      gives(
        '{ article(documentId: "{a.documentId}") { zone { ... on ArticleZoneDynamicZone { ... on ComponentSharedQuote { text } } ...Slider ... on Error { code } ... on ComponentSharedRef { label } } } } fragment Slider on ArticleZoneDynamicZone { ... on ComponentSharedSlider { caption } }',
        {
          article: {
            zone: [{ text: 'q' }, { caption: 'c' }, { label: 'r' }].map((entry) => is.exactly(entry)),
          },
        },
      ),
      gives(
        '{ plain(documentId: "{p.documentId}") { ... on GenericMorph { ... on Plain { n } ... on Tag { name } } kind } tag(documentId: "{t.documentId}") { ...Any } } fragment Any on GenericMorph { ... on Tag { name } ... on Plain { n } }',
        { plain: is.exactly({ n: 1, kind: 'a' }), tag: is.exactly({ name: 't' }) },
      ),
      gives(TYPED, {
        plains_connection: {
          nodes: [{ n: 1 }],
          pageInfo: { total: 1 },
          aggregate: {
            count: 1,
            max: { n: 1 },
            groupBy: {
              kind: [
                {
                  key: 'a',
                  connection: {
                    nodes: [{ name: '{mark}' }],
                    pageInfo: { total: 1 },
                    aggregate: { count: 1 },
                  },
                },
              ],
            },
          },
        },
      }),
    ],
    { name: 'on unions, connections and figures' },
  ),
  check(
    row('fragments'),
    LINKED,
    [
      ...['constructor', 'prototype', 'toString', '_'].map((key) =>
        one(`${key}: n ${key}2: group { name } labels { ${key}: name }`, {
          [key]: 1,
          [`${key}2`]: { name: 'g' },
          labels: [{ [key]: 'm' }, { [key]: 'l' }],
        }),
      ),
      ...['constructor', 'prototype', 'toString'].map((key) =>
        one(`${key}: group { name } n`, { [key]: { name: 'g' }, n: 1 }),
      ),
      // One key stands for other fields at another level.
      one('n name: kind group { n: name name: documentId } labels { group: name n: documentId }', {
        ...{ n: 1, name: 'a', group: { n: 'g', name: '{g.documentId}' } },
        labels: LABELS.map(({ documentId, name }) => ({ group: name, n: documentId })),
      }),
      // The most that `graphql.maxAliases` allows, and one more.
      ...[99, 100].map((count) => aliases(count)),
      aliases(100, 'group { name }'),
      ask(`{ plain(documentId: "{a.documentId}") { ${aliased(101)} } }`, {
        status: 400,
        body: {
          errors: [
            {
              message: is.matching('maxAliases'),
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        },
      }),
    ],
    { name: 'aliases' },
  ),
  check(
    row('fragments'),
    LINKED,
    [
      gives(`{ plains_connection(filters: { ${MINE} }) { one: nodes { n } two: nodes { kind } } }`, {
        plains_connection: { one: [{ n: 1 }], two: [{ kind: 'a' }] },
      }),
      one('labels_connection { one: nodes { documentId } two: nodes { name } }', {
        labels_connection: {
          one: is.each({ documentId: is.text }),
          two: LABELS.map(({ name }) => ({ name })),
        },
      }),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { kind { connection { one: nodes { n group { name } } two: nodes { kind group { documentId } } } } } } } }`,
        {
          plains_connection: {
            aggregate: {
              groupBy: {
                kind: [
                  {
                    connection: {
                      one: [{ n: 1, group: { name: 'g' } }],
                      two: [{ kind: 'a', group: { documentId: '{g.documentId}' } }],
                    },
                  },
                ],
              },
            },
          },
        },
      ),
      gives(
        'mutation { updatePlain(documentId: "{a.documentId}", data: { n: 7 }) { labels_connection { one: nodes { documentId } two: nodes { name } } } }',
        { updatePlain: { labels_connection: { two: LABELS.map(({ name }) => ({ name })) } } },
      ),
    ],
    { name: 'documents under two aliases' },
  ),
  check(
    row('fragments'),
    { a: plain(), b: article(), z: made('/zoos', { name: '{mark}' }) },
    [
      one(
        'n kind group { name plains { n } } labels { name } labels_connection { nodes { name } } meta day big price',
        {
          ...{ n: null, kind: null, group: null, labels: [], labels_connection: { nodes: [] }, meta: null },
          ...{ day: null, big: null, price: null },
        },
      ),
      gives(
        '{ article(documentId: "{b.documentId}") { seo { metaTitle metas { key } image { name } } cover { name } gallery { name } links { label } zone { __typename } } }',
        {
          article: { seo: null, cover: null, gallery: [], links: [], zone: [] },
        },
      ),
      gives(
        '{ zoo(documentId: "{z.documentId}") { morphOne { ... on Tag { name } } morphMany { ... on Tag { name } } oneOne { name } oneMany { name } } }',
        {
          zoo: { morphOne: null, morphMany: [], oneOne: null, oneMany: [] },
        },
      ),
      gives(
        'mutation { updateZoo(documentId: "{z.documentId}", data: { name: "{mark}" }) { morphOne { ... on Tag { name } } morphMany { ... on Tag { name } } oneOne { name } oneMany { name } manyMany_connection { nodes { Name } } } }',
        {
          updateZoo: {
            morphOne: null,
            morphMany: [],
            oneOne: null,
            oneMany: [],
            manyMany_connection: { nodes: [] },
          },
        },
      ),
    ],
    { name: 'values that are null', needs: ['drafts', 'upload'] },
  ),
];
