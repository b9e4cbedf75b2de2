// Deployments whose GraphQL queries and mutations are wrong.
import { answered as answeredBy, asked as askedBy, isObject, status } from './build';
import type { Mutant } from './mutating-proxy';

const asked = (row: string, from: string, to: string, does: string): Mutant =>
  askedBy(`graphql.${row}`, from, to, does);
const answered = (row: string, from: RegExp, to: string, does: string): Mutant =>
  answeredBy(`graphql.${row}`, from, to, does);
/** The operator works as another one. */
const operator = (name: string, other: string): Mutant =>
  asked(`filters.${name}`, `${name}:`, `${other}:`, `takes ${name} for ${other}`);
/** Refusals become answers with data. */
const lets = (row: string, data: string, does: string): Mutant => ({
  row,
  does,
  answer: ({ body }, { path }) =>
    path === '/graphql' && isObject(body) && 'errors' in body
      ? { status: 200, body: JSON.parse(`{"data":${data}}`) }
      : {},
});

export const graphqlMutants: readonly Mutant[] = [
  status('graphql.endpoint.default', 'POST', /^\/graphql$/, 404, 'has another endpoint'),
  answered('endpoint.one', /"updatePlain"/, '"other"', 'runs no mutations at the endpoint'),
  status('graphql.sandbox.path', 'GET', /^\/graphql$/, 404, 'has no sandbox'),
  answered('query.one', /"n":3/, '"n":3,"body":null', 'adds a field that was not asked for'),
  answered('query.one', /"documentId":"[^"]*",/, '', 'leaves out a field'),
  asked('query.one.locale', ', locale: "fr"', '', 'ignores the locale of one document'),
  asked('query.one.status', ', status: DRAFT', '', 'ignores the status of one document'),
  answered('query.list', /"plains":(\[.*\])/, '"plains":{"data":$1}', 'wraps the list'),
  asked('query.list.filters', ', n: { eq: 3 }', '', 'ignores a filter'),
  asked('query.list.pagination', 'page: 2, ', '', 'ignores the page of a list'),
  asked('query.list.sort', ', "n:desc"', '', 'sorts by one field'),
  asked('query.list.locale', 'locale: "fr", ', '', 'ignores the locale of a list'),
  asked('query.list.status', 'status: DRAFT, ', '', 'ignores the status of a list'),
  answered('connection.nodes', /\{"n":2[^}]*\}/, 'null', 'shows no second node'),
  answered('connection.page-info', /"pageCount":4/, '"pageCount":3', 'counts a page too few'),
  answered('connection.page-info', /"total":15/, '"total":4', 'counts the page as the total'),
  answered('connection.aggregate', /"count":5/, '"count":4', 'counts wrong'),
  answered(
    'connection.arguments',
    /"name":"plains_connection","args":\[\{[^}]*\},?/,
    '"name":"plains_connection","args":[',
    'lacks an argument of the connection',
  ),
  answered('status.enum', /"PUBLISHED"/, '"LIVE"', 'names a status otherwise'),
  answered(
    'nested.relation',
    /"labels":\[(\{[^}]*\}),(\{[^}]*\})\]/,
    '"labels":[$2,$1]',
    'reverses related documents',
  ),
  answered('nested.component', /"links":\[.*?\]/, '"links":[]', 'shows no entries'),
  answered('zone.union', /"UNION"/g, '"INTERFACE"', 'has an interface for zones'),
  answered('zone.names', /"ComponentSharedQuote"/g, '"SharedQuote"', 'names entries otherwise'),
  answered(
    'zone.typename',
    /"__typename":"ComponentSharedSlider"/,
    '"__typename":"ComponentSharedQuote"',
    'names each entry alike',
  ),
  operator('eq', 'eqi'),
  operator('eqi', 'eq'),
  operator('ne', 'eq'),
  operator('nei', 'ne'),
  operator('lt', 'lte'),
  operator('lte', 'lt'),
  operator('gt', 'gte'),
  operator('gte', 'gt'),
  asked('filters.in', '[1, 4, 9]', '[1]', 'reads one value of a list'),
  operator('notIn', 'in'),
  operator('contains', 'containsi'),
  operator('notContains', 'notContainsi'),
  operator('containsi', 'contains'),
  operator('notContainsi', 'notContains'),
  asked('filters.null', 'null: false', 'null: true', 'reads false as true'),
  asked('filters.notNull', 'notNull: false', 'notNull: true', 'reads false as true'),
  asked('filters.between', '[2, 3]', '[2, 2]', 'leaves the upper end out'),
  operator('startsWith', 'contains'),
  asked('filters.and', 'and:', 'or:', 'takes and for or'),
  asked('filters.or', 'or: [{ n: { eq: 1 } }, ', 'or: [', 'reads the last condition only'),
  asked('filters.not', 'not: { n: { gt: 2 } }, ', '', 'ignores not'),
  asked('filters.nest', '{ not: { body: { eq: "y" } } }', '{ body: { eq: "y" } }', 'ignores not in and'),
  asked('filters.implicit-and', 'n: { gt: 1 }, ', '', 'reads the last field only'),
  asked('sort.string', ', sort: "n"', ', sort: "n:desc"', 'sorts in descending order'),
  asked('sort.list', '"body", ', '', 'reads the last field only'),
  lets('graphql.pagination.no-mix', '{"plains_connection":{"nodes":[]}}', 'mixes two kinds of pages'),
  answered('pagination.page', /"page":1/, '"page":0', 'counts pages from zero'),
  answered('pagination.page-size', /"pageSize":10/, '"pageSize":25', 'has another default pageSize'),
  asked('pagination.start', 'start: 12, ', '', 'ignores start'),
  asked('pagination.limit', '{ start: 0 }', '{ start: 0, limit: 15 }', 'has no default limit'),
  asked('pagination.limit.max', 'limit: -1', 'limit: 10', 'takes -1 for the default'),
  answered('mutation.create', /"n":3/, '"n":null', 'forgets a value'),
  lets('graphql.mutation.create.required', '{"createPlain":{"name":null}}', 'creates without data'),
  asked('mutation.create.locale', ', locale: "fr") {', ') {', 'creates in the default locale'),
  answered('mutation.create.document-id', /"documentId":"[^"]*"/, '"documentId":""', 'assigns no documentId'),
  answered(
    'mutation.update',
    /"updatePlain":\{"name":"[^"]*"/,
    '"updatePlain":{"name":null',
    'clears what is not in the data',
  ),
  answered('mutation.update.input', /"ID"/g, '"String"', 'takes a text for the documentId'),
  asked('mutation.update.locale', ', locale: "fr") {', ') {', 'updates the default locale'),
  asked('mutation.delete', 'mutation { deletePlain', 'query { deletePlain: plain', 'deletes nothing'),
  asked('mutation.delete.locale', ', locale: "fr")', ')', 'deletes another locale'),
  asked('mutation.locale.add', ', locale: "fr")', ')', 'adds no locale'),
  answered('mutation.relation.one', /"group":\{[^}]*\}/, '"group":null', 'relates nothing'),
  answered(
    'mutation.relation.many',
    /"labels":\[(\{[^}]*\}),(\{[^}]*\})\]/,
    '"labels":[$1]',
    'relates the first document only',
  ),
  answered('mutation.file.update.input', /"caption"/, '"text"', 'lacks the caption in the info'),
  {
    row: 'graphql.mutation.file.delete',
    does: 'deletes no file',
    body: (body) =>
      isObject(body) && String(body.query).includes('deleteUploadFile')
        ? { query: '{ deleteUploadFile: __schema { name: __typename } }' }
        : body,
  },
  answered('mutation.no-upload', /"createPlain"/, '"upload"', 'has an upload mutation'),
  answered('media.no-id', /"alternativeText"/, '"id"', 'shows the id of files'),
];
