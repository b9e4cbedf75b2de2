// An allow-list: files with operations, and requests for operations inside and outside of it.
import { createHash } from 'node:crypto';
import type { Step } from '../case';
import { ask } from '../graphql-build';
import { is, type Pattern } from '../pattern';

const ONE = 'query One($name: String) { plains(filters: { name: { eq: $name } }) { n } }\n';
const OTHER = '{ other: plains(filters: { name: { eq: "none" } }) { n } }';
const COUNTED =
  'query ($name: String) { plains_connection(filters: { name: { eq: $name } }) { pageInfo { total } } }';
const NAMED = 'query ($name: String) { plains(filters: { name: { eq: $name } }) { name } }';

/** Below the folder of the schema files. */
export const OPERATIONS: Readonly<Record<string, unknown>> = {
  'operations/one.graphql': ONE,
  'operations/deeper/other.gql': OTHER,
  'operations/persisted-documents.json': { counted: COUNTED },
  'operations/manifest.json': {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [{ id: 'named', name: 'Named', type: 'query', body: NAMED }],
  },
  'operations/notes.txt': 'This file lists no operation.',
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const gives = (body: object, data: Pattern): Step => ({
  ...ask('', { status: 200, body: { errors: is.absent, data } }),
  body: { variables: { name: '{mark}' }, ...body },
});
const byId = (id: string): object => ({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } });
const refused = (body: object): Step => ({
  ...ask('', {
    status: 'any',
    body: { data: is.absent, errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST' } }] },
  }),
  body,
});

export const LISTED_STEPS: readonly Step[] = [
  gives(byId(sha256(ONE)), { plains: [{ n: 3 }] }),
  gives(byId(sha256(ONE.trim())), { plains: [{ n: 3 }] }),
  gives({ query: ONE }, { plains: [{ n: 3 }] }),
  gives({ query: ONE.trim() }, { plains: [{ n: 3 }] }),
  gives({ query: OTHER }, { other: [] }),
  gives(byId(sha256(OTHER)), { other: [] }),
  gives(byId('counted'), { plains_connection: { pageInfo: { total: 1 } } }),
  gives({ query: COUNTED }, { plains_connection: { pageInfo: { total: 1 } } }),
  gives(byId('named'), { plains: [{ name: '{mark}' }] }),
  gives({ query: NAMED }, { plains: [{ name: '{mark}' }] }),
  refused({ query: '{ plains { n } }' }),
  refused({ query: ONE.replace('{ n }', '{ n name }') }),
  refused(byId('other')),
  refused({ query: '{ plains { n } }', ...byId(sha256('{ plains { n } }')) }),
  // Nothing is traced in production.
  {
    ...gives(byId('named'), { plains: [{ name: '{mark}' }] }),
    headers: { 'x-quire-trace': 'true' },
    expect: { status: 200, body: { extensions: is.absent } },
  },
];
