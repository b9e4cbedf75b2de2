// Cases of the inputs of mutations: relations, entries in entries, and enumerations.
import { article, check, del, get, named, plain, several } from '../build';
import type { Case } from '../case';
import { gives, refused, row, shown } from '../graphql-build';
import { OWN_TYPES } from '../own-types';
import { is } from '../pattern';

const NAMES = ['plain', '_2nd_class', 'a_b', '_true'];

export const quireGraphqlInputCases: readonly Case[] = [
  // Inputs have the keys `locale` and `publishedAt`, as in the peer. Only the arguments `locale` and `status` choose the version.
  check(
    row('versions'),
    {},
    [
      gives(
        'mutation { createArticle(data: { title: "{mark}", locale: "fr", publishedAt: "2020-01-01T00:00:00.000Z" }) { title locale publishedAt } }',
        { createArticle: { title: '{mark}', locale: 'en', publishedAt: is.not('2020-01-01T00:00:00.000Z') } },
      ),
    ],
    { needs: ['i18n', 'drafts'], name: 'without effect' },
  ),
  check(
    row('relation-input'),
    {
      ...several(3, (index) => named('/labels', `l${index}`), 'l'),
      ...several(3, (index) => named('/authors', `a${index}`), 'u'),
      t: named('/tags', 't'),
      g: named('/groups', 'g'),
      p: plain({ labels: ['{l0.documentId}'], group: '{g.documentId}' }),
      a: article(),
    },
    [
      ...(
        [
          ['connect: [{ documentId: "{l1.documentId}" }]', 'l0', 'l1'],
          [
            'connect: [{ documentId: "{l2.documentId}", position: { start: true } }], disconnect: null',
            'l2',
            'l0',
            'l1',
          ],
          [
            'connect: [{ documentId: "{l1.documentId}", position: { before: "{l0.documentId}" } }]',
            'l2',
            'l1',
            'l0',
          ],
          ['disconnect: [{ documentId: "{l0.documentId}" }], connect: []', 'l2', 'l1'],
          ['set: [{ documentId: "{l0.documentId}" }, { documentId: "{l2.documentId}" }]', 'l0', 'l2'],
          ['set: []'],
        ] as const
      ).map(([change, ...names]) =>
        gives(
          `mutation { updatePlain(documentId: "{p.documentId}", data: { labels_relation: { ${change} } }) { labels { name } } }`,
          { updatePlain: { labels: shown(...names) } },
        ),
      ),
      ...(
        [
          ['disconnect: [{ documentId: "{g.documentId}" }]', null],
          ['connect: [{ documentId: "{g.documentId}" }]', { name: 'g' }],
          ['set: []', null],
        ] as const
      ).map(([change, group]) =>
        gives(
          `mutation { updatePlain(documentId: "{p.documentId}", data: { group_relation: { ${change} } }) { group { name } } }`,
          { updatePlain: { group } },
        ),
      ),
      // In entries as well.
      gives(
        `mutation { updateArticle(documentId: "{a.documentId}", data: { zone: [{ __typename: "ComponentSharedRef", label: "r", target_relation: { set: null, connect: [{ documentId: "{t.documentId}" }] },
         authors_relation: { set: [{ documentId: "{u1.documentId}" }, { documentId: "{u0.documentId}" }] } }] }) { zone { ... on ComponentSharedRef { target { name } authors { name } } } } }`,
        { updateArticle: { zone: [{ target: { name: 't' }, authors: shown('a1', 'a0') }] } },
      ),
      ...[
        'labels: ["{l0.documentId}"], labels_relation: { set: [] }',
        'labels_relation: { set: [] }, labels: null',
        'group: null, group_relation: { set: [] }',
        'labels_relation: { set: [], connect: [{ documentId: "{l0.documentId}" }] }',
        'labels_relation: { connect: [{ documentId: "{l0.documentId}" }, { documentId: "{l0.documentId}" }] }',
      ].map((data) =>
        refused(
          `mutation { updatePlain(documentId: "{p.documentId}", data: { n: 9, ${data} }) { n } }`,
          'BAD_USER_INPUT',
        ),
      ),
      get('/plains/{p.documentId}?populate=*', { data: { n: null, labels: [], group: null } }),
    ],
  ),
  check(
    row('component-input'),
    { t: named('/tags', 't'), a: article() },
    [
      gives(
        `mutation { updateArticle(documentId: "{a.documentId}", data: { seo: { metaTitle: "S", metas: [{ key: "a" }, { key: "b", value: "v" }] },
       zone: [{ __typename: "ComponentSharedRef", label: "r", target: "{t.documentId}" }], publishedAt: null, locale: "fr" }) { seo { metas { key value } } zone { ... on ComponentSharedRef { target { name } } } publishedAt } }`,
        {
          updateArticle: {
            seo: {
              metas: [
                { key: 'a', value: null },
                { key: 'b', value: 'v' },
              ],
            },
            zone: [{ target: { name: 't' } }],
            publishedAt: is.timestamp,
          },
        },
      ),
      gives(
        'mutation { updateArticle(documentId: "{a.documentId}", data: { seo: { metas: null, metaTitle: "S" }, zone: null }) { seo { metas { key } } zone { __typename } } }',
        {
          updateArticle: { seo: { metas: [] }, zone: [] },
        },
      ),
    ],
    { name: 'entries in entries', needs: ['drafts'] },
  ),
  check(
    row('enumerations'),
    {},
    [
      {
        ...gives(
          'mutation { createWorded(data: { word: _2nd_class, entry: { word: a_b }, entries: [{ word: _true }, { word: plain }], zone: [{ __typename: "ComponentSharedWord", word: _2nd_class }] }) { documentId word entry { word } entries { word } zone { ... on ComponentSharedWord { word } } } }',
          {
            createWorded: {
              ...{ word: '_2nd_class', entry: { word: 'a_b' }, zone: [{ word: '_2nd_class' }] },
              entries: [{ word: '_true' }, { word: 'plain' }],
            },
          },
        ),
        save: { w: 'body.data.createWorded' },
      },
      get('/wordeds/{w.documentId}?populate=*', {
        data: {
          ...{ word: '2nd class', entry: { word: 'a-b' }, zone: [{ word: '2nd class' }] },
          entries: [{ word: 'true' }, { word: 'plain' }],
        },
      }),
      gives('{ __type(name: "ENUM_WORDED_WORD") { enumValues { name } } }', {
        __type: { enumValues: NAMES.map((name) => ({ name })) },
      }),
      gives(
        '{ worded(documentId: "{w.documentId}") { word entry { word } entries { word } zone { ... on ComponentSharedWord { word } } } wordeds { name: word } }',
        {
          worded: {
            ...{ word: '_2nd_class', entry: { word: 'a_b' }, zone: [{ word: '_2nd_class' }] },
            entries: [{ word: '_true' }, { word: 'plain' }],
          },
          wordeds: [{ name: '_2nd_class' }],
        },
      ),
      // Filters take the stored values.
      gives(
        '{ wordeds_connection(filters: { word: { eq: "2nd class" }, entries: { word: { eq: "true" } } }) { nodes { word } aggregate { groupBy { word { key } } } } }',
        {
          wordeds_connection: {
            nodes: [{ word: '_2nd_class' }],
            aggregate: { groupBy: { word: [{ key: '_2nd_class' }] } },
          },
        },
      ),
      gives('{ wordeds(filters: { word: { contains: "class" } }) { word } }', {
        wordeds: [{ word: '_2nd_class' }],
      }),
    ],
    { deploy: OWN_TYPES },
  ),
  check(
    row('schema'),
    {},
    [
      // A type with one attribute.
      {
        ...gives('mutation { createList(data: { items: ["a"] }) { documentId items } }', {
          createList: { items: ['a'] },
        }),
        save: { l: 'body.data.createList' },
      },
      gives('mutation { updateList(documentId: "{l.documentId}", data: { items: [] }) { items } }', {
        updateList: { items: [] },
      }),
      del('/lists/{l.documentId}'),
    ],
    { deploy: OWN_TYPES, name: 'of a type with one attribute' },
  ),
];
