// Cases of aggregates: counts, figures, groups, and the documents they cover.

import { borrowUser } from '../accounts';
import { check, made, named, plain, post, several } from '../build';
import type { Case, Step } from '../case';
import { FEW_AT_ONCE } from '../deployments';
import { ask, fieldsAre, gives, MINE, typeIs } from '../graphql-build';
import { is, type Pattern } from '../pattern';

const WORLD = {
  g: named('/groups', '{mark} g'),
  h: named('/groups', '{mark} h'),
  a: plain({
    n: 1,
    price: 1.5,
    ratio: 0.5,
    flag: true,
    kind: 'a',
    name: 'x',
    body: 'x',
    day: '2024-01-10',
    moment: '2024-01-10T10:00:00.000Z',
    group: '{g.documentId}',
  }),
  b: plain({
    n: 2,
    price: 2.25,
    ratio: 1.5,
    flag: false,
    kind: 'b',
    name: 'x',
    body: 'x',
    day: '2024-02-10',
    moment: '2024-02-10T10:00:00.000Z',
    group: '{g.documentId}',
  }),
  c: plain({
    n: 6,
    price: 3.25,
    ratio: 4,
    flag: true,
    kind: 'a',
    name: 'y',
    body: 'y',
    day: '2024-03-10',
    moment: '2024-03-10T10:00:00.000Z',
    group: '{h.documentId}',
  }),
  d: plain({
    n: null,
    price: null,
    ratio: null,
    flag: null,
    kind: null,
    name: 'y',
    body: 'y',
    day: null,
    moment: null,
  }),
};
const aggregate = (wants: string, result: Pattern, filters = MINE, argument = ''): Step =>
  gives(`{ plains_connection(filters: { ${filters} }${argument}) { aggregate { ${wants} } } }`, {
    plains_connection: { aggregate: result },
  });
const figures = (row: string, ...steps: Step[]): Case => check(`graphql.aggregate.${row}`, WORLD, steps);
/** Each key with the number of its documents. */
const buckets = (field: string, ...keys: (readonly [key: Pattern, count: number])[]): Step =>
  aggregate(
    `groupBy { ${field} { key connection { aggregate { count } } } }`,
    {
      groupBy: {
        [field]: is.shuffled(...keys.map(([key, count]) => ({ key, connection: { aggregate: { count } } }))),
      },
    },
    `${MINE}, n: { notNull: true }`,
  );
/** A bucket with further buckets by name, of one document each. */
const inside = (key: boolean, ...names: string[]): Pattern => ({
  key,
  connection: {
    aggregate: {
      groupBy: {
        name: is.shuffled(...names.map((name) => ({ key: name, connection: { aggregate: { count: 1 } } }))),
      },
    },
  },
});

export const graphqlAggregateCases: readonly Case[] = [
  figures(
    'count',
    aggregate('count', { count: 4 }),
    aggregate('count', { count: 0 }, `${MINE}, body: { eq: "z" }`),
  ),
  check('graphql.aggregate.count.types', { t: named('/tags'), l: named('/labels') }, [
    gives(
      '{ tags_connection(filters: { name: { eq: "{mark}" } }) { aggregate { count } } labels_connection(filters: { name: { eq: "{mark}" } }) { aggregate { count } } }',
      { tags_connection: { aggregate: { count: 1 } }, labels_connection: { aggregate: { count: 1 } } },
    ),
  ]),
  figures(
    'avg',
    aggregate('avg { n price ratio }', { avg: { n: 3, price: is.number, ratio: 2 } }),
    aggregate(
      'avg { n price ratio }',
      { avg: { n: 1.5, price: 1.875, ratio: 1 } },
      `${MINE}, body: { eq: "x" }`,
    ),
  ),
  figures('sum', aggregate('sum { n price ratio }', { sum: { n: 9, price: 7, ratio: 6 } })),
  figures('min', aggregate('min { n price ratio }', { min: { n: 1, price: 1.5, ratio: 0.5 } })),
  figures(
    'min.dates',
    aggregate('min { day moment }', {
      min: { day: '2024-01-10', moment: is.instant('2024-01-10T10:00:00Z') },
    }),
  ),
  figures('max', aggregate('max { n price ratio }', { max: { n: 6, price: 3.25, ratio: 4 } })),
  figures(
    'max.dates',
    aggregate('max { day moment }', {
      max: { day: '2024-03-10', moment: is.instant('2024-03-10T10:00:00Z') },
    }),
  ),
  figures(
    'group-by.key',
    aggregate(
      'groupBy { kind { key } }',
      { groupBy: { kind: is.shuffled({ key: 'a' }, { key: 'b' }) } },
      `${MINE}, n: { notNull: true }`,
    ),
    // Clients add __typename to each selection.
    aggregate('__typename groupBy { __typename flag { __typename key } }', {
      __typename: 'PlainAggregate',
      groupBy: {
        __typename: 'PlainGroupBy',
        flag: is.shuffled(...[true, false, null].map((key) => ({ __typename: 'PlainGroupByFlag', key }))),
      },
    }),
  ),
  figures(
    'group-by.connection',
    aggregate('groupBy { kind { key connection(sort: "n") { nodes { n } } } }', {
      groupBy: {
        kind: is.including(
          { key: 'a', connection: { nodes: [{ n: 1 }, { n: 6 }] } },
          { key: 'b', connection: { nodes: [{ n: 2 }] } },
        ),
      },
    }),
  ),
  figures(
    'group-by.further',
    aggregate('groupBy { kind { key connection { aggregate { count sum { n } } } } }', {
      groupBy: { kind: is.including({ key: 'a', connection: { aggregate: { count: 2, sum: { n: 7 } } } }) },
    }),
    aggregate(
      'groupBy { flag { key connection { aggregate { groupBy { name { key connection { aggregate { count } } } } } } } }',
      {
        groupBy: {
          flag: is.shuffled(inside(true, 'x', 'y'), inside(false, 'x')),
        },
      },
      `${MINE}, n: { notNull: true }`,
    ),
  ),
  figures(
    'group-by.two',
    aggregate(
      'groupBy { flag { key } group { key } }',
      {
        groupBy: {
          flag: is.shuffled({ key: true }, { key: false }),
          group: is.shuffled({ key: '{g.documentId}' }, { key: '{h.documentId}' }),
        },
      },
      `${MINE}, n: { notNull: true }`,
    ),
  ),
  check(
    'graphql.aggregate.group-by.relation',
    {},
    [
      typeIs(
        'ZooGroupBy',
        'fields { name }',
        fieldsAre(['manyOne', 'oneOne', 'manyMany'], ['morphOne', 'morphMany']),
      ),
      typeIs(
        'ArticleGroupBy',
        'fields { name }',
        fieldsAre(['author', 'tags'], ['localizations', 'tags_connection']),
      ),
    ],
    { name: 'fields' },
  ),
  figures('group-by.string', buckets('name', ['x', 2], ['y', 1])),
  figures(
    'group-by.number',
    buckets('n', [1, 1], [2, 1], [6, 1]),
    buckets('price', [1.5, 1], [2.25, 1], [3.25, 1]),
  ),
  figures('group-by.boolean', buckets('flag', [true, 2], [false, 1])),
  figures('group-by.date', buckets('day', ['2024-01-10', 1], ['2024-02-10', 1], ['2024-03-10', 1])),
  figures(
    'group-by.datetime',
    buckets(
      'moment',
      [is.instant('2024-01-10T10:00:00Z'), 1],
      [is.instant('2024-02-10T10:00:00Z'), 1],
      [is.instant('2024-03-10T10:00:00Z'), 1],
    ),
  ),
  figures(
    'group-by.relation',
    buckets('group', ['{g.documentId}', 2], ['{h.documentId}', 1]),
    // Aggregates cover all matching documents: the one without a group has a bucket too.
    aggregate('groupBy { group { key connection { aggregate { count } } } }', {
      groupBy: {
        group: is.shuffled(
          ...(
            [
              ['{g.documentId}', 2],
              ['{h.documentId}', 1],
              [null, 1],
            ] as const
          ).map(([key, count]) => ({
            key,
            connection: { aggregate: { count } },
          })),
        ),
      },
    }),
  ),
  figures(
    'group-by.inherits',
    aggregate(
      'groupBy { kind { key connection { aggregate { count } } } }',
      {
        groupBy: {
          kind: is.shuffled(
            { key: 'a', connection: { aggregate: { count: 1 } } },
            { key: 'b', connection: { aggregate: { count: 1 } } },
          ),
        },
      },
      `${MINE}, body: { eq: "x" }`,
    ),
  ),
  figures(
    'group-by.narrowed',
    aggregate('groupBy { kind { key connection(filters: { n: { gt: 1 } }) { aggregate { count } } } }', {
      groupBy: { kind: is.including({ key: 'a', connection: { aggregate: { count: 1 } } }) },
    }),
  ),
  // A filter inside of a filter narrows further.
  {
    ...figures(
      'group-by.narrowed',
      aggregate(
        'groupBy { kind { key connection(filters: { n: { gt: 0 } }) { aggregate { groupBy { flag { key connection(filters: { name: { eq: "y" } }) { aggregate { count sum { n } } } } } } } } }',
        {
          groupBy: {
            kind: is.including({
              key: 'a',
              connection: {
                aggregate: {
                  groupBy: {
                    flag: is.including({ key: true, connection: { aggregate: { count: 1, sum: { n: 6 } } } }),
                  },
                },
              },
            }),
          },
        },
      ),
    ),
    name: 'twice',
    deploy: FEW_AT_ONCE,
  },
  figures(
    'rule.filters',
    aggregate('count sum { n }', { count: 2, sum: { n: 3 } }, `${MINE}, body: { eq: "x" }`),
  ),
  check('graphql.aggregate.rule.locale', { r: made('/restaurants', { Name: '{mark}', stars: 3 }) }, [
    { send: 'POST', path: '/restaurants?locale=fr', body: { data: { Name: '{mark}', stars: 5 } } },
    gives(
      '{ restaurants_connection(locale: "fr", filters: { Name: { eq: "{mark}" } }) { aggregate { count max { stars } } } }',
      { restaurants_connection: { aggregate: { count: 1, max: { stars: 5 } } } },
    ),
  ]),
  check('graphql.aggregate.rule.status', { a: named('/authors') }, [
    { send: 'POST', path: '/authors?status=draft', body: { data: { name: '{mark}' } } },
    gives('{ authors_connection(filters: { name: { eq: "{mark}" } }) { aggregate { count } } }', {
      authors_connection: { aggregate: { count: 1 } },
    }),
    gives(
      '{ authors_connection(status: DRAFT, filters: { name: { eq: "{mark}" } }) { aggregate { count } } }',
      { authors_connection: { aggregate: { count: 2 } } },
    ),
  ]),
  {
    rows: ['graphql.aggregate.rule.permissions'],
    async run(bench) {
      await borrowUser(bench, 'user', []);
      await bench.send({
        send: 'POST',
        from: 'root',
        path: '{graphql}',
        as: 'user',
        body: { query: '{ plains_connection { aggregate { count } } }' },
        expect: { body: { errors: is.list, data: is.oneOf(null, { plains_connection: null }) } },
      });
    },
  },
  check(
    'quire.access.aggregate-filters',
    { g: named('/groups', '{mark}'), a: plain({ kind: 'a', group: '{g.documentId}' }) },
    [],
    {
      async run(bench) {
        await borrowUser(bench, 'user', ['api::plain.plain.find']);
        const filters = 'filters: { group: { name: { eq: "{mark}" } } }';
        const bucket = `plains_connection { aggregate { groupBy { kind { connection(${filters}) { aggregate { count } } } } } }`;
        const top = `plains_connection(${filters}) { aggregate { count } }`;
        for (const query of [top, bucket])
          await bench.send(ask(`{ ${query} }`, { status: 'any', body: { errors: is.list } }, { as: 'user' }));
        const grouped = '{ plains_connection { aggregate { groupBy { group { key } kind { key } } } } }';
        const { text } = await bench.send(ask(grouped, { status: 'any' }, { as: 'user' }));
        const id = String(bench.value('g.documentId'));
        if (text.includes(id)) bench.fail('a bucket shows a document that the user cannot read', '', text);
      },
    },
  ),
  figures(
    'rule.all',
    aggregate('count sum { n }', { count: 4, sum: { n: 9 } }, MINE, ', pagination: { page: 1, pageSize: 1 }'),
    aggregate('count sum { n }', { count: 4, sum: { n: 9 } }, MINE, ', pagination: { limit: 1 }'),
  ),
  check(
    'graphql.aggregate.rule.buckets-all',
    several(101, (index) => plain({ n: index })),
    [
      {
        send: 'POST',
        from: 'root',
        path: '{graphql}',
        body: {
          query: `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { n { key } } } } }`,
        },
        expect: {
          status: 'any',
          body: is.oneOf(
            { errors: is.list },
            { data: { plains_connection: { aggregate: { groupBy: { n: is.length(101) } } } } },
          ),
        },
      },
    ],
  ),
  figures('nulls.avg', aggregate('avg { n }', { avg: { n: 3 } })),
  figures('nulls.sum', aggregate('sum { n }', { sum: { n: 9 } })),
  figures('nulls.min', aggregate('min { n }', { min: { n: 1 } })),
  figures('nulls.max', aggregate('max { n }', { max: { n: 6 } })),
  check('graphql.aggregate.nulls.max', { a: plain({ n: -2 }), b: plain({ n: null }) }, [
    aggregate('max { n }', { max: { n: -2 } }),
  ]),
  figures(
    'several',
    aggregate('count avg { n } sum { n } min { n } max { n } groupBy { kind { key } }', {
      count: 4,
      avg: { n: 3 },
      sum: { n: 9 },
      min: { n: 1 },
      max: { n: 6 },
      groupBy: { kind: is.list },
    }),
  ),
  check(
    'graphql.aggregate.rule.status',
    { a: named('/authors', '{mark} a') },
    [
      { send: 'POST', path: '/authors?status=draft', body: { data: { name: '{mark} d' } }, save: 'd' },
      post('/articles', { title: '{mark} 1', author: '{a.documentId}' }),
      post('/articles', { title: '{mark} 2', author: '{d.documentId}' }),
      ...(
        [
          ['PUBLISHED', null],
          ['DRAFT', '{d.documentId}'],
        ] as const
      ).map(([status, key]) =>
        gives(
          `{ articles_connection(status: ${status}, filters: { title: { startsWith: "{mark}" } }) { aggregate { groupBy { author { key } } } } }`,
          {
            articles_connection: {
              aggregate: { groupBy: { author: is.shuffled({ key: '{a.documentId}' }, { key }) } },
            },
          },
        ),
      ),
    ],
    { name: 'of related documents' },
  ),
];
