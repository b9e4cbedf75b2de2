// Cases of what the description of the schema has: subscriptions of types, and mutations of operations.
import { get } from '../build';
import type { Case, Step } from '../case';
import { ask, fieldsAre, gives, row, typeIs } from '../graphql-build';
import { exactly, is, type Pattern } from '../pattern';
import { recorded } from '../recorded';
import { SUBSCRIBED } from '../subscriptions-build';

const stream = (query: string, expect: Step['expect'] & {}): Step =>
  ask(query, expect, { headers: { Accept: 'text/event-stream' } });
const TYPES = [
  'article',
  'author',
  'category',
  'check',
  'group',
  'hidden',
  'label',
  'peek',
  'plain',
  'pointer',
  'profile',
  'restaurant',
  'sample',
  'strictdoc',
  'tag',
  'zoo',
];
const SINGLE = ['homepage', 'setting'];
const argument = (name: string, type: string): Pattern => ({ name, type: { name: type } });
const STATUS = ['status', 'hasPublishedVersion', 'publicationFilter'].map((name) => ({ name }));
/** The field of a type has exactly these arguments. */
const changed = (name: string, type: string, ...args: readonly Pattern[]): Pattern => ({
  ...{ name, type: { name: `${type}ChangedEvent` }, args: is.shuffled(...STATUS, ...args) },
});
const shadow = (code: string): string => `(extension) => { ${code} }`;

export const quireGraphqlDescribedCases: readonly Case[] = [
  {
    rows: [row('subscription-types')],
    deploy: SUBSCRIBED,
    steps: [
      gives('{ __schema { subscriptionType { name fields { name } } } }', {
        __schema: {
          subscriptionType: {
            name: 'Subscription',
            fields: is.shuffled(...[...TYPES, ...SINGLE].map((name) => ({ name: `${name}Changed` }))),
          },
        },
      }),
      typeIs('Subscription', 'fields { name type { name } args { name type { name } } }', {
        fields: is.including(
          changed(
            'plainChanged',
            'Plain',
            argument('documentId', 'ID'),
            argument('filters', 'PlainFiltersInput'),
          ),
          changed(
            'articleChanged',
            'Article',
            argument('documentId', 'ID'),
            argument('filters', 'ArticleFiltersInput'),
            { name: 'locale' },
          ),
          changed('settingChanged', 'Setting'),
        ),
      }),
      typeIs('PlainChangedEvent', 'kind fields { name type { kind name ofType { name } } }', {
        kind: 'OBJECT',
        fields: exactly([
          { name: 'event', type: { kind: 'NON_NULL', ofType: { name: 'String' } } },
          { name: 'documentId', type: { kind: 'NON_NULL', ofType: { name: 'ID' } } },
          { name: 'document', type: { kind: 'OBJECT', name: 'Plain' } },
        ]),
      }),
      ...['usersPermissionsUserChanged', 'uploadFileChanged', 'i18NLocaleChanged'].map((field) =>
        stream(`subscription { ${field} { event } }`, {
          status: 400,
          body: { errors: [{ message: is.matching(field) }] },
        }),
      ),
      stream('subscription { settingChanged(documentId: "x") { event } }', {
        status: 400,
        body: { errors: is.list },
      }),
      stream('subscription { plainChanged(filters: { nothing: 1 }) { event } }', {
        status: 400,
        body: { errors: is.list },
      }),
      stream('subscription { plainChanged { event } tagChanged { event } }', {
        status: 400,
        body: { errors: is.list },
      }),
    ],
  },
  {
    rows: [row('subscription-types')],
    name: 'without the action find, and without a type',
    needs: ['extension'],
    deploy: {
      ...SUBSCRIBED,
      extension: shadow(
        "extension.shadowCRUD('api::tag.tag').disableAction('find'); extension.shadowCRUD('api::zoo.zoo').disable(); extension.shadowCRUD('api::label.label').disableMutations();",
      ),
    },
    steps: [
      typeIs(
        'Subscription',
        'fields { name }',
        fieldsAre(['plainChanged', 'labelChanged', 'homepageChanged'], ['tagChanged', 'zooChanged']),
      ),
      gives(
        '{ tag: __type(name: "TagChangedEvent") { name } zoo: __type(name: "ZooChangedEvent") { name } label: __type(name: "LabelChangedEvent") { name } }',
        {
          tag: null,
          zoo: null,
          label: { name: 'LabelChangedEvent' },
        },
      ),
      get('/tags', { status: 200 }),
    ],
  },
  recorded(
    row('operation-mutations'),
    {},
    async (bench) => {
      const own = [
        'createRecord',
        'updateRecord',
        'deleteRecord',
        'bulkRecords',
        'publishRecord',
        'unpublishRecord',
        'discardDraftRecord',
      ];
      await bench.send({
        ...gives('{ __type(name: "Mutation") { fields { name } } }', { __type: is.object }),
        save: { fields: 'body.data.__type.fields' },
      });
      const found = (bench.value('fields') as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => /Records?$/.test(name));
      bench.compare('the mutations of a type', is.shuffled(...own), found);
      const crates = (bench.value('fields') as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => /Crates?$/.test(name));
      bench.compare(
        'the mutations of a type without drafts',
        is.shuffled('createCrate', 'updateCrate', 'deleteCrate', 'bulkCrates'),
        crates,
      );
      await bench.send({
        ...gives('{ __type(name: "Query") { fields { name } } }', { __type: is.object }),
        save: { fields: 'body.data.__type.fields' },
      });
      const queries = (bench.value('fields') as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => /^records?(_connection)?$|^plaques?/.test(name));
      bench.compare(
        'the queries of a type, and of a single type',
        is.shuffled('record', 'records', 'records_connection', 'plaque'),
        queries,
      );
    },
    { needs: ['graphql'] },
  ),
];
