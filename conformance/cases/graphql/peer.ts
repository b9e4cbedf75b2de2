// Cases of answers that equal those of the peer: values that are refused before anything runs, whole numbers, required lists, and the shape
// of the former format.
import { article, check, get, named, plain } from '../build';
import type { Case, Step } from '../case';
import { LIST_LIMITS } from '../deployments';
import { ask, gives, MINE, row, withVariables } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { LINKED, one } from './selections';

/** The second mutation is wrong, so the first one does not run either. */
const wrong = (field: string, type: string, literal: string, value: unknown): readonly Step[] => {
  const writes = (text: string): string =>
    `one: updatePlain(documentId: "{a.documentId}", data: { n: 9 }) { n } two: updatePlain(documentId: "{a.documentId}", data: { ${field}: ${text} }) { n }`;
  const expected = {
    status: 400,
    body: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }], data: is.absent },
  };
  const query = `mutation ($value: ${type}) { ${writes('$value')} }`;
  return [
    ask(`mutation { ${writes(literal)} }`, expected),
    ask(query, expected, { body: { query, variables: { value } } }),
  ];
};

const entry = (text: string): Step =>
  ask(
    `mutation { one: updateArticle(documentId: "{r.documentId}", data: { title: "changed" }) { title } two: updateArticle(documentId: "{r.documentId}", data: { zone: [${text}] }) { title } }`,
    {
      status: 400,
      body: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }], data: is.absent },
    },
  );

const long = (given: unknown, answer: Pattern): Step =>
  withVariables(
    'mutation ($value: Long) { updatePlain(documentId: "{a.documentId}", data: { big: $value }) { big } }',
    { value: given },
    { updatePlain: { big: answer } },
  );

export const quireGraphqlPeerCases: readonly Case[] = [
  check(row('refused-values'), { a: plain({ n: 1 }), r: article({ title: '{mark}' }) }, [
    ...wrong('day', 'Date', '"2024-02-30"', 'tomorrow'),
    ...wrong('at', 'Time', '"25:00:00"', '9 am'),
    ...wrong('moment', 'DateTime', '"2024-13-01T00:00:00.000Z"', 'now'),
    get('/plains/{a.documentId}', { data: { n: 1 } }),
    entry('{ text: "x" }'),
    entry('{ __typename: "ComponentSharedNothing", text: "x" }'),
    entry('{ __typename: "ComponentSharedQuote", nothing: 1 }'),
    get('/articles/{r.documentId}', { data: { title: '{mark}' } }),
  ]),
  check(row('long'), { a: plain({ n: 1 }) }, [
    long(42, 42),
    long('42', 42),
    long(0, 0),
    long(9007199254740991, 9007199254740991),
    long('-9007199254740991', -9007199254740991),
    long('9007199254740992', '9007199254740992'),
    long('-9223372036854775808', '-9223372036854775808'),
    long(null, null),
    long('7', 7),
    gives(`{ plains(filters: { ${MINE}, big: { eq: 7 } }) { big } }`, { plains: [{ big: 7 }] }),
    gives(`{ plains(filters: { ${MINE}, big: { in: ["7", 8] } }) { n big } }`, {
      plains: [{ n: 1, big: 7 }],
    }),
  ]),
  check(
    row('former-shape'),
    LINKED,
    [
      one('id data { id } labels_connection { nodes { name } data { id } }', {
        id: is.matching('^[0-9]+$'),
        data: { id: is.matching('^[0-9]+$') },
        labels_connection: { nodes: is.list, data: is.each({ id: is.matching('^[0-9]+$') }) },
      }),
      one(
        'labels_connection { nodes { plains(pagination: { limit: 1 }) { n } } data { name plains { documentId } } again: nodes { name } }',
        {
          labels_connection: {
            nodes: is.each({ plains: [{ n: 1 }] }),
            data: is.each({ name: is.text, plains: [{ documentId: '{a.documentId}' }] }),
            again: is.each({ name: is.text }),
          },
        },
      ),
      gives(
        `{ plains_connection(filters: { ${MINE} }) { nodes { id } data { n group { name } } meta { pagination { total page pageSize pageCount } } } }`,
        {
          plains_connection: {
            nodes: [{ id: is.matching('^[0-9]+$') }],
            data: [{ n: 1, group: { name: 'g' } }],
            meta: { pagination: { total: 1, page: 1, pageSize: 2, pageCount: 1 } },
          },
        },
      ),
      gives(
        '{ __type(name: "Plain") { fields(includeDeprecated: true) { name isDeprecated type { kind } } } }',
        {
          __type: {
            fields: is.including(
              { name: 'id', isDeprecated: true, type: { kind: 'NON_NULL' } },
              { name: 'data', isDeprecated: true, type: { kind: 'NON_NULL' } },
              { name: 'attributes', isDeprecated: true, type: { kind: 'NON_NULL' } },
            ),
          },
        },
      ),
    ],
    { name: 'row ids, lists beside each other, and figures of the page', deploy: LIST_LIMITS },
  ),
  check(
    row('former-shape'),
    { g: named('/labels'), r: article({ links: [{ label: 'a' }] }) },
    [
      gives(
        '{ article(documentId: "{r.documentId}") { links { id data { id label } attributes { label } } } }',
        {
          article: { links: [{ data: { label: 'a' }, attributes: { label: 'a' } }] },
        },
      ),
    ],
    { name: 'entries', deploy: LIST_LIMITS },
  ),
];
