// Deployments with wrong answers or writes: other shapes, other status codes, relations written by half.
import type { Answer } from '../cases/case';
import type { Mutant, Seen } from './mutating-proxy';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const over =
  (change: (body: Values, seen: Seen, answer: Answer) => unknown): Mutant['answer'] =>
  (answer, seen) =>
    isObject(answer.body) ? { body: change(answer.body, seen, answer) } : {};
/** Each document of `data`, for one document or a list. */
const documents = (change: (document: Values) => Values): Mutant['answer'] =>
  over((body) => ({
    ...body,
    data: Array.isArray(body.data)
      ? body.data.map(change)
      : isObject(body.data)
        ? change(body.data)
        : body.data,
  }));
const without = (document: Values, ...keys: string[]): Values =>
  Object.fromEntries(Object.entries(document).filter(([key]) => !keys.includes(key)));
const isList = ({ method, path }: Seen): boolean => method === 'GET' && path.split('/').length === 3;
const data =
  (change: (attributes: Values) => Values): Mutant['body'] =>
  (body) =>
    isObject(body) && isObject(body.data) ? { ...body, data: change(body.data) } : body;
/** The relation that the cases write. */
const labels = (change: (value: Values) => unknown): Mutant['body'] =>
  data((attributes) =>
    isObject(attributes.labels) ? { ...attributes, labels: change(attributes.labels) } : attributes,
  );
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const position = (name: string): Mutant['body'] =>
  labels((value) => ({
    ...value,
    connect: list(value.connect).map((entry) =>
      isObject(entry) && isObject(entry.position) && name in entry.position
        ? without(entry, 'position')
        : entry,
    ),
  }));
const idOf = (entry: unknown): unknown => (isObject(entry) ? entry.documentId : entry);
const distinct = (entries: unknown[]): unknown[] =>
  entries.filter((entry, index) => entries.findIndex((other) => idOf(other) === idOf(entry)) === index);
const altered = (
  row: string,
  attribute: string,
  change: (value: unknown) => unknown,
  does: string,
): Mutant => ({
  row,
  does,
  answer: documents((document) =>
    attribute in document ? { ...document, [attribute]: change(document[attribute]) } : document,
  ),
});

export const answerMutants: readonly Mutant[] = [
  {
    row: 'document.flat',
    does: 'nests attributes',
    answer: documents(({ id, documentId, ...attributes }) => ({ id, documentId, attributes })),
  },
  altered('document.id.integer', 'id', String, 'returns id as a text'),
  {
    row: 'document.document-id.string',
    does: 'omits documentId',
    answer: over((body, seen) =>
      isList(seen)
        ? { ...body, data: list(body.data).map((one) => (isObject(one) ? without(one, 'documentId') : one)) }
        : body,
    ),
  },
  altered('document.created-at', 'createdAt', () => new Date().toISOString(), 'returns now as createdAt'),
  altered('document.updated-at', 'updatedAt', () => '2001-01-01T00:00:00.000Z', 'never changes updatedAt'),
  altered('document.locale.present', 'locale', () => null, 'returns no locale'),
  altered(
    'document.published-at.draft',
    'publishedAt',
    () => '2024-01-01T00:00:00.000Z',
    'returns a publishedAt for drafts',
  ),
  {
    row: 'envelope.data.object',
    does: 'returns one document as a list',
    answer: over((body, seen) =>
      seen.method === 'GET' && !isList(seen) ? { ...body, data: [body.data] } : body,
    ),
  },
  {
    row: 'envelope.data.array',
    does: 'returns a list of one as an object',
    answer: over((body) =>
      Array.isArray(body.data) && body.data.length === 1 ? { ...body, data: body.data[0] } : body,
    ),
  },
  {
    row: 'envelope.meta.create',
    does: 'omits meta in the answer to POST',
    answer: over((body, { method }) => (method === 'POST' ? without(body, 'meta') : body)),
  },
  {
    row: 'envelope.meta.update',
    does: 'returns a meta with keys for PUT',
    answer: over((body, { method }) => (method === 'PUT' ? { ...body, meta: { version: 1 } } : body)),
  },
  {
    row: 'envelope.meta.list',
    does: 'returns lists without pagination',
    answer: over((body, seen) => (isList(seen) ? { ...body, meta: {} } : body)),
  },
  {
    row: 'envelope.error.present',
    does: 'returns failures without error',
    answer: over((body) => without(body, 'error')),
  },
  {
    row: 'envelope.error.absent',
    does: 'returns an error with a success',
    answer: over((body, _seen, { status }) => (status < 300 ? { ...body, error: null } : body)),
  },
  {
    row: 'envelope.pagination.page-count',
    does: 'rounds the page count down',
    answer: over((body) =>
      isObject(body.meta) && isObject(body.meta.pagination)
        ? {
            ...body,
            meta: {
              pagination: {
                ...body.meta.pagination,
                pageCount: Math.floor(
                  Number(body.meta.pagination.total) / Number(body.meta.pagination.pageSize),
                ),
              },
            },
          }
        : body,
    ),
  },
  {
    row: 'envelope.pagination.offset-form',
    does: 'returns offsets as pages',
    answer: over((body) =>
      isObject(body.meta) && isObject(body.meta.pagination) && 'start' in body.meta.pagination
        ? { ...body, meta: { pagination: { page: 1, pageSize: 2, pageCount: 1, total: 1 } } }
        : body,
    ),
  },
  {
    row: 'rest.collection.delete',
    does: 'returns the document for DELETE',
    answer: (_answer, { method }) => (method === 'DELETE' ? { status: 200, body: { data: null } } : {}),
  },
  {
    row: 'rest.collection.delete.gone',
    does: 'returns 204 and deletes nothing',
    method: ({ method }) => (method === 'DELETE' ? 'HEAD' : method),
    answer: (_answer, { method }) => (method === 'DELETE' ? { status: 204, text: '', body: undefined } : {}),
  },
  {
    row: 'rest.collection.create.persists',
    does: 'loses a number of the body',
    body: data((attributes) => without(attributes, 'n')),
  },
  {
    row: 'rest.update.partial',
    does: 'clears absent attributes',
    body: (body, { method }) =>
      method === 'PUT' && isObject(body) && isObject(body.data)
        ? { ...body, data: { seo: null, ...body.data } }
        : body,
  },
  {
    row: 'rest.update.null.scalar',
    does: 'ignores null',
    body: (body, { method }) =>
      method === 'PUT' && isObject(body) && isObject(body.data)
        ? {
            ...body,
            data: Object.fromEntries(Object.entries(body.data).filter(([, value]) => value !== null)),
          }
        : body,
  },
  {
    row: 'rest.update.null.zone',
    does: 'ignores null for a zone',
    body: data((attributes) => (attributes.zone === null ? without(attributes, 'zone') : attributes)),
  },
  altered(
    'attributes.biginteger',
    'big',
    (value) => (value === null ? null : Number(value)),
    'loses precision of a biginteger',
  ),
  altered('attributes.boolean', 'flag', (value) => value || null, 'returns null for false'),
  altered(
    'attributes.date',
    'day',
    (value) => (value === null ? null : `${String(value)}T00:00:00.000Z`),
    'returns a date as a moment',
  ),
  altered('attributes.json', 'meta', (value) => (value === true ? 1 : value), 'returns 1 for true in json'),
  altered(
    'attributes.decimal',
    'price',
    (value) => (value === null ? null : Math.round(Number(value))),
    'rounds decimals',
  ),
  altered(
    'attributes.text',
    'body',
    (value) => (typeof value === 'string' ? value.replaceAll('\n', ' ') : value),
    'joins lines',
  ),
  altered(
    'attributes.zone.array',
    'zone',
    (value) => list(value).toReversed(),
    'returns a zone in another order',
  ),
  altered(
    'attributes.zone.component',
    'zone',
    (value) => list(value).map((entry) => (isObject(entry) ? without(entry, '__component') : entry)),
    'omits __component',
  ),
  altered(
    'attributes.component.id',
    'seo',
    (value) => (isObject(value) ? without(value, 'id') : value),
    'omits ids of components',
  ),
  {
    row: 'attributes.hidden.relation',
    does: 'returns relations without populate',
    answer: documents((document) => ({ tags: [], ...document })),
  },
  {
    row: 'rest.populate.on.unlisted',
    does: 'populates components that are not listed',
    answer: documents((document) => ({
      ...document,
      zone: list(document.zone).map((entry) => (isObject(entry) ? { target: null, ...entry } : entry)),
    })),
  },
  {
    row: 'rest.populate.no-id-arrays',
    does: 'returns only ids',
    answer: documents((document) =>
      Array.isArray(document.tags)
        ? { ...document, tags: document.tags.map((tag) => (isObject(tag) ? tag.id : tag)) }
        : document,
    ),
  },
  {
    row: 'service.components.no-endpoint',
    does: 'answers for components',
    answer: (_answer, { path }) =>
      path.includes('seo') ? { status: 200, body: { data: [], meta: {} } } : {},
  },
  {
    row: 'relations.connect.adds',
    does: 'treats connect as set',
    body: labels((value) => ('connect' in value ? { set: value.connect } : value)),
  },
  {
    row: 'relations.disconnect.removes',
    does: 'ignores disconnect',
    body: labels((value) => without(value, 'disconnect')),
  },
  {
    row: 'relations.connect.with-disconnect',
    does: 'ignores disconnect beside connect',
    body: labels((value) => ('connect' in value ? without(value, 'disconnect') : value)),
  },
  {
    row: 'relations.set.replaces',
    does: 'treats set as connect',
    body: labels((value) => ('set' in value ? { connect: value.set } : value)),
  },
  {
    row: 'relations.set.order',
    does: 'sets in another order',
    body: labels((value) => ('set' in value ? { set: list(value.set).toReversed() } : value)),
  },
  {
    row: 'relations.set.no-connect',
    does: 'prefers set over connect',
    body: labels((value) => ('set' in value ? { set: value.set } : value)),
  },
  { row: 'relations.position.before', does: 'ignores before', body: position('before') },
  { row: 'relations.position.after', does: 'ignores after', body: position('after') },
  { row: 'relations.position.start', does: 'ignores start', body: position('start') },
  {
    row: 'relations.position.written-order',
    does: 'connects in another order',
    body: labels((value) => ({ ...value, connect: list(value.connect).toReversed() })),
  },
  {
    row: 'relations.connect.twice',
    does: 'connects a duplicate once',
    body: labels((value) => ({ ...value, connect: distinct(list(value.connect)) })),
  },
  {
    row: 'relations.connect.twice.forms',
    does: 'merges two spellings of one target',
    body: labels((value) => ({ ...value, connect: distinct(list(value.connect)) })),
  },
  {
    row: 'relations.to-one.last.many-to-one',
    does: 'uses the first of several targets',
    body: data((attributes) =>
      isObject(attributes.group) && Array.isArray(attributes.group.connect)
        ? { ...attributes, group: attributes.group.connect[0] }
        : attributes,
    ),
  },
  {
    row: 'rest.locale.immutable',
    does: 'refuses locale in a body',
    body: data((attributes) => ('locale' in attributes ? { ...attributes, unknown: 1 } : attributes)),
  },
  {
    row: 'rest.locale.add.only-localized',
    does: 'accepts shared fields with a new locale',
    body: (body, { query }) =>
      query.some(([key]) => key === 'locale') && isObject(body) && isObject(body.data)
        ? { data: without(body.data, 'stars') }
        : body,
  },
  {
    row: 'rest.status.published',
    does: 'returns drafts as published',
    query: (pairs, { method }) =>
      method === 'GET' ? pairs.map(([key, value]) => [key, key === 'status' ? 'draft' : value]) : pairs,
  },
  {
    row: 'states.versions.independent',
    does: 'publishes drafts at once',
    query: (pairs, { method }) => (method === 'PUT' ? pairs.filter(([key]) => key !== 'status') : pairs),
  },
];
