// Cases of fields that an operation selects several times: their selections are one, at each level, in each kind of operation.
import { check, plain } from '../build';
import type { Case, Step } from '../case';
import { LIST_LIMITS } from '../deployments';
import { ask, gives, MINE, row, withVariables } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { SUBSCRIBED } from '../subscriptions-build';
import { LABELS, LINKED, one } from './selections';

const GROUP = { documentId: '{g.documentId}', name: 'g' };
const WHOLE: Pattern = is.exactly({ n: 1, kind: 'a', group: GROUP, labels: LABELS });
const page = (selected: string, data: Pattern): Step =>
  gives(`{ plains_connection(filters: { ${MINE} }) { ${selected} } }`, { plains_connection: data });
/** The same field with other arguments cannot be one field. */
const conflicts = (selected: string): Step =>
  ask(`{ plain(documentId: "{a.documentId}") { ${selected} } }`, {
    status: 400,
    body: {
      errors: [{ message: is.matching('conflict'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    },
  });

export const quireMergedSelectionCases: readonly Case[] = [
  check(
    row('merged'),
    LINKED,
    [
      one('n group { name } kind group { documentId } labels { name } labels { documentId }', WHOLE),
      one(
        '... on Plain { labels { documentId } } labels { name } group { name documentId } group { name } n kind',
        WHOLE,
      ),
      one('labels(sort: "name:desc") { documentId } labels(sort: "name:desc") { name }', { labels: LABELS }),
      one('g: group { plains { n } } g: group { name plains { kind labels { name } } }', {
        g: is.exactly({
          name: 'g',
          plains: [{ n: 1, kind: 'a', labels: LABELS.map(({ name }) => ({ name })) }],
        }),
      }),
      ...[true, false].map((on) =>
        withVariables(
          'query ($on: Boolean!) { plain(documentId: "{a.documentId}") { group { name } group @include(if: $on) { documentId } labels @skip(if: $on) { documentId } labels { name } ...More @include(if: $on) } } fragment More on Plain { n }',
          { on },
          {
            plain: is.exactly({
              group: on ? GROUP : { name: 'g' },
              labels: on ? LABELS.map(({ name }) => ({ name })) : LABELS,
              ...(on ? { n: 1 } : {}),
            }),
          },
        ),
      ),
      gives(
        'query { ...One ...Two } fragment One on Query { plain(documentId: "{a.documentId}") { n group { name } } } fragment Two on Query { plain(documentId: "{a.documentId}") { kind labels { name documentId } group { documentId } } }',
        { plain: WHOLE },
      ),
      conflicts('labels(sort: "name") { name } labels(sort: "name:desc") { name }'),
      conflicts('labels { name } labels(filters: { name: { eq: "l" } }) { documentId }'),
      conflicts('x: n x: kind'),
    ],
    { name: 'of documents' },
  ),
  check(
    row('merged'),
    LINKED,
    [
      page(
        'nodes { n } pageInfo { total } nodes { group { name } } pageInfo { page pageCount } nodes { group { documentId } }',
        is.exactly({ nodes: [{ n: 1, group: GROUP }], pageInfo: { total: 1, page: 1, pageCount: 1 } }),
      ),
      page(
        'aggregate { avg { n } } aggregate { avg { price } count } aggregate { sum { n } max { n } } aggregate { max { price day } }',
        {
          aggregate: is.exactly({
            ...{ avg: { n: 1, price: null }, count: 1, sum: { n: 1 }, max: { n: 1, price: null, day: null } },
          }),
        },
      ),
      page(
        `aggregate { groupBy { kind { key } flag { key } } } aggregate { groupBy { kind { connection { nodes { n } } } } }
         aggregate { groupBy { kind { connection { nodes { group { name } } aggregate { count } } } } }
         aggregate { groupBy { kind { connection { aggregate { sum { n } } pageInfo { total } } } flag { connection { aggregate { count } } } } }`,
        {
          aggregate: is.exactly({
            groupBy: {
              kind: [
                {
                  key: 'a',
                  connection: {
                    ...{ nodes: [{ n: 1, group: { name: 'g' } }], pageInfo: { total: 1 } },
                    aggregate: { count: 1, sum: { n: 1 } },
                  },
                },
              ],
              flag: [{ key: null, connection: { aggregate: { count: 1 } } }],
            },
          }),
        },
      ),
    ],
    { name: 'of pages and figures', needs: ['aggregates'] },
  ),
  check(
    row('merged'),
    LINKED,
    [
      gives(
        'mutation { updatePlain(documentId: "{a.documentId}", data: { flag: true }) { n group { name } } updatePlain(documentId: "{a.documentId}", data: { flag: true }) { kind labels { name documentId } group { documentId } } }',
        { updatePlain: WHOLE },
      ),
      // Two aliases are two writes, in their order.
      gives(
        'mutation { x: updatePlain(documentId: "{a.documentId}", data: { n: 2 }) { n } y: updatePlain(documentId: "{a.documentId}", data: { n: 3 }) { n } x: updatePlain(documentId: "{a.documentId}", data: { n: 2 }) { flag } }',
        { x: { n: 2, flag: true }, y: { n: 3 } },
      ),
      one('n', { n: 3 }),
    ],
    { name: 'of mutations' },
  ),
  check(
    row('merged'),
    LINKED,
    [
      one(
        'data { id } data { attributes { n } } data { attributes { group { data { attributes { name } } } group { data { id } } } }',
        {
          data: {
            id: is.matching('^[0-9]+$'),
            attributes: {
              n: 1,
              group: { data: { attributes: { name: 'g' }, id: is.matching('^[0-9]+$') } },
            },
          },
        },
      ),
      page(
        'meta { pagination { total } } data { id } meta { pagination { page } } data { attributes { n } } nodes { n }',
        {
          ...{ meta: { pagination: { total: 1, page: 1 } } },
          ...{ data: [{ id: is.matching('^[0-9]+$'), attributes: { n: 1 } }], nodes: [{ n: 1 }] },
        },
      ),
    ],
    { name: 'of the former form', deploy: LIST_LIMITS },
  ),
  {
    rows: [row('merged')],
    name: 'of subscriptions',
    deploy: SUBSCRIBED,
    given: { ...LINKED, b: plain() },
    async run(bench) {
      const query =
        'subscription { plainChanged(documentId: "{a.documentId}") { event document { n group { name } } } plainChanged(documentId: "{a.documentId}") { document { kind group { documentId } labels { name } labels { documentId } } } }';
      const listener = await bench.listen({ body: { query } }, 'event stream');
      await bench.send({ send: 'PUT', path: '/plains/{a.documentId}', body: { data: { flag: true } } });
      const { data } = await listener.next();
      bench.compare('the event', { data: { plainChanged: { event: 'update', document: WHOLE } } }, data);
    },
  },
];
