// Cases of the deprecated fields of GraphQL, `data`, `attributes` and `meta`: at each level, in fragments, and under aliases.
import { check } from '../build';
import type { Case } from '../case';
import { LIST_LIMITS } from '../deployments';
import { gives, MINE, row } from '../graphql-build';
import { is } from '../pattern';
import { LABELS, LINKED, one } from './selections';

export const quireGraphqlFormerCases: readonly Case[] = [
  check(
    row('former-shape'),
    LINKED,
    [
      one(
        'x: data { id attributes { n g: group { data { attributes { name } id } } } } y: data { attributes { ... on Plain { kind labels { data { attributes { name } } } } } }',
        {
          x: {
            id: is.matching('^[0-9]+$'),
            attributes: { n: 1, g: { data: { id: is.matching('^[0-9]+$'), attributes: { name: 'g' } } } },
          },
          y: {
            attributes: { kind: 'a', labels: LABELS.map(({ name }) => ({ data: { attributes: { name } } })) },
          },
        },
      ),
      gives(
        '{ plain(documentId: "{a.documentId}") { n data { ...Whole } group { name attributes { name } } } } fragment Whole on Plain { attributes { group { documentId } n } id }',
        {
          plain: {
            n: 1,
            data: {
              attributes: { group: { documentId: '{g.documentId}' }, n: 1 },
              id: is.matching('^[0-9]+$'),
            },
            group: { name: 'g', attributes: { name: 'g' } },
          },
        },
      ),
      one(
        'data { attributes { group { data { attributes { name } } } labels { data { attributes { name } } } } }',
        {
          data: {
            attributes: {
              group: { data: { attributes: { name: 'g' } } },
              labels: LABELS.map(({ name }) => ({ data: { attributes: { name } } })),
            },
          },
        },
      ),
      one('labels_connection { data { documentId attributes { name } } nodes { name } }', {
        labels_connection: {
          data: LABELS.map(({ documentId, name }) => ({ documentId, attributes: { name } })),
          nodes: LABELS.map(({ name }) => ({ name })),
        },
      }),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { data { id attributes { n } } meta { pagination { total } } } }`,
        {
          plains_connection: {
            data: [{ id: is.matching('^[0-9]+$'), attributes: { n: 1 } }],
            meta: { pagination: { total: 1 } },
          },
        },
      ),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { meta { pagination { total } } aggregate { groupBy { kind { connection { data { attributes { n } } meta { pagination { total } } } } } } } }`,
        {
          plains_connection: {
            meta: { pagination: { total: 1 } },
            aggregate: {
              groupBy: {
                kind: [
                  { connection: { data: [{ attributes: { n: 1 } }], meta: { pagination: { total: 1 } } } },
                ],
              },
            },
          },
        },
      ),
      gives(
        'mutation { updatePlain(documentId: "{a.documentId}", data: { n: 2 }) { data { id attributes { n group { data { attributes { name } } } } } } }',
        {
          updatePlain: {
            data: {
              id: is.matching('^[0-9]+$'),
              attributes: { n: 2, group: { data: { attributes: { name: 'g' } } } },
            },
          },
        },
      ),
    ],
    { name: 'at each level, with aliases', deploy: LIST_LIMITS },
  ),
];
