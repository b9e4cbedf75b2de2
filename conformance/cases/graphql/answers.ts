// Cases of GraphQL over HTTP: methods, bodies, and the codes of errors.
import { plain } from '../build';
import type { Case, Expectation, Step } from '../case';
import { LIMITED } from '../deployments';
import { ask } from '../graphql-build';
import { is } from '../pattern';

const JSON_TYPE = { 'content-type': 'application/json' };
const SAFE = { 'apollo-require-preflight': 'true' };
const sends = (
  send: Step['send'],
  query: string,
  expect: Expectation,
  headers: Readonly<Record<string, string>>,
  text?: string,
): Step => ({
  ...{ send, from: 'root', path: `{graphql}${query}`, expect, headers },
  ...(text === undefined ? {} : { text }),
});
const refused = (message: string): Expectation => ({
  status: 400,
  body: { errors: [{ message: is.matching(message), extensions: { code: 'BAD_REQUEST' } }] },
});
const row = (name: string, ...steps: Step[]): Case => ({ rows: [`quire.graphql.${name}`], steps });
const NAME = { status: 200, body: { data: { __typename: 'Query' } } };
const QUERY = '{"query":"{ __typename }"}';
const failed = (query: string, status: number, code: string, path?: string): Step =>
  ask(query, {
    status,
    body: {
      errors: is.both(
        is.length(1),
        is.each({ message: is.text, extensions: { code }, path: path === undefined ? is.absent : [path] }),
      ),
    },
  });

export const quireGraphqlCases: readonly Case[] = [
  row(
    'get',
    sends('GET', '?query={ __typename }', NAME, SAFE),
    sends('GET', '?query={ __typename }', NAME, { 'x-apollo-operation-name': 'a' }),
    sends('GET', '?query={ __typename }', NAME, JSON_TYPE),
    sends(
      'GET',
      '?query=query A($n: Int) { plains(filters: { n: { eq: $n } }) { n } } query B { __typename }&operationName=B&variables={"n":1}',
      NAME,
      SAFE,
    ),
    ...['5', '[1]', '{'].map((variables) =>
      sends('GET', `?query={ __typename }&variables=${variables}`, refused('invalid JSON'), SAFE),
    ),
    sends('GET', '?query=mutation { deletePlain(documentId: "none") { documentId } }', { status: 405 }, SAFE),
  ),
  row(
    'csrf',
    sends('GET', '?query={ __typename }', refused('CSRF'), {}),
    sends('POST', '', refused('CSRF'), { 'content-type': 'text/plain' }, QUERY),
    sends('POST', '', NAME, JSON_TYPE, QUERY),
  ),
  row('batches', sends('POST', '', refused('batching disabled'), JSON_TYPE, `[${QUERY}]`)),
  row(
    'bodies',
    sends('POST', '', refused('POST body missing'), JSON_TYPE, '{}'),
    sends('POST', '', refused('non-empty'), JSON_TYPE, '{"variables":{}}'),
    sends('POST', '', { status: 400 }, JSON_TYPE, '{"query":'),
    sends(
      'POST',
      '',
      NAME,
      JSON_TYPE,
      '{"query":"{ __typename }","operationName":null,"variables":null,"extensions":null}',
    ),
    ...['5', 'true', '[1]', '{}'].map((value) =>
      sends('POST', '', refused('`query` takes'), JSON_TYPE, `{"query":${value}}`),
    ),
    ...['null', '""'].map((value) =>
      sends('POST', '', refused('non-empty'), JSON_TYPE, `{"query":${value},"variables":null}`),
    ),
    ...Object.entries({
      operationName: ['5', 'true', '[1]', '{}'],
      variables: ['5', 'true', '[1]', '"n"'],
      extensions: ['5', 'true', '[1]', '"n"'],
    }).flatMap(([name, values]) =>
      values.map((value) =>
        sends(
          'POST',
          '',
          refused(`\`${name}\` takes`),
          JSON_TYPE,
          `{"query":"{ __typename }","${name}":${value}}`,
        ),
      ),
    ),
    ...(
      [
        ['{ __typename }","operationName":"none', 'Unknown operation named "none"\\.'],
        ['query A { __typename } query B { __typename }', 'Must provide operation name'],
      ] as const
    ).map(([query, message]) =>
      sends(
        'POST',
        '',
        { status: 400, body: { errors: [{ message: is.matching(message) }] } },
        JSON_TYPE,
        `{"query":"${query}"}`,
      ),
    ),
  ),
  {
    ...row(
      'batches',
      sends('POST', '', refused('.'), JSON_TYPE, '[]'),
      sends(
        'POST',
        '',
        {
          status: 200,
          body: [{ data: { __typename: 'Query' } }, { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }],
        },
        JSON_TYPE,
        `[${QUERY},5]`,
      ),
      // Each operation has its own answer, in order.
      sends(
        'POST',
        '',
        {
          status: 200,
          body: is.both(is.length(4), [
            { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
            { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }], data: is.absent },
            { errors: [{ path: ['plains'] }] },
            { data: { __typename: 'Query' }, errors: is.absent },
          ]),
        },
        JSON_TYPE,
        `[5,{"query":"{ nothing }"},{"query":"{ plains(sort: \\"nope\\") { n } }"},${QUERY}]`,
      ),
    ),
    name: 'enabled',
    deploy: LIMITED,
  },
  {
    ...row(
      'errors',
      failed('{ plains {', 400, 'GRAPHQL_PARSE_FAILED'),
      ask('{ plains {', {
        status: 400,
        body: { errors: [{ message: 'Syntax Error: Expected Name, found <EOF>.' }] },
      }),
      ask('{ qqq }', {
        status: 400,
        body: { errors: [{ message: 'Cannot query field "qqq" on type "Query".' }] },
      }),
      failed('{ nothing }', 400, 'GRAPHQL_VALIDATION_FAILED'),
      // Introspection may be deeper than depthLimit.
      ask(`{ __schema { types { fields { type { ${'ofType { '.repeat(9)}name${' }'.repeat(9)} } } } } }`, {
        status: 200,
        body: { errors: is.absent, data: { __schema: is.object } },
      }),
      failed('query A { __typename } query B { __typename }', 400, 'OPERATION_RESOLUTION_FAILURE'),
      failed('{ plains(sort: "nope") { n } }', 200, 'BAD_USER_INPUT', 'plains'),
      failed(
        'mutation { updatePlain(documentId: "{a.documentId}", data: { mail: "nope" }) { n } }',
        200,
        'BAD_USER_INPUT',
        'updatePlain',
      ),
      failed('{ plains(pagination: { page: 1, limit: 1 }) { n } }', 200, 'STRAPI_PAGINATION_ERROR', 'plains'),
      ask('{ plain(documentId: "none") { n } }', {
        status: 200,
        body: { errors: is.absent, data: { plain: null } },
      }),
    ),
    given: { a: plain() },
  },
];
