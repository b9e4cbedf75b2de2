// Cases of the OpenAPI document: its schemas fit the bodies and filters that the API accepts, and no others.
import type { Bench, Case } from '../../../conformance/cases/case';
import { type Object_, objectIn, openapi, parametersOf, same } from './build';
import { mismatch } from './json-schema';

const bodySchema = (document: Object_, path: string, method: string): Object_ =>
  objectIn(document, 'paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
interface Values {
  readonly fit: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const ENTRY = { name: 'ab', n: 1 };
/** By path: bodies that fit and bodies that do not. Both are values of `data`. */
const BODIES: Readonly<Record<string, Values>> = {
  '/api/checks': {
    fit: [
      { req: 'r' },
      { req: 'r', uniq: null, intv: 1, flo: 0.5, dec: 1, bigv: '10', bool: true, enumv: 'one' },
      { req: 'r', comp: ENTRY, comps: [ENTRY, ENTRY] },
      { req: 'r', comp: null, comps: null, dz: null },
      { req: 'r', comp: { ...ENTRY, id: 1 } },
      {
        req: 'r',
        dz: [
          { __component: 'shared.quote', text: 't' },
          { __component: 'shared.strict', ...ENTRY },
        ],
      },
    ],
    wrong: [
      {},
      { req: 5 },
      { req: 'r', intv: 0 },
      { req: 'r', intv: 6 },
      { req: 'r', len: 'ab' },
      { req: 'r', len: 'abcdefg' },
      { req: 'r', enumv: 'four' },
      { req: 'r', bool: 'x' },
      { req: 'r', comp: [ENTRY] },
      { req: 'r', comp: { n: 'one' } },
      { req: 'r', comps: ENTRY },
      { req: 'r', comps: [ENTRY, ENTRY, ENTRY] },
      { req: 'r', comps: [{ n: 'one' }] },
      { req: 'r', dz: { __component: 'shared.quote' } },
      { req: 'r', dz: [{ text: 't' }] },
      { req: 'r', dz: [{ __component: 'shared.link' }] },
      { req: 'r', dz: [{ __component: 'shared.quote', text: 5 }] },
      { req: 'r', dz: Array.from({ length: 3 }, () => ({ __component: 'shared.quote' })) },
    ],
  },
  '/api/plains': {
    fit: [
      { group: null },
      { group: 'a' },
      { group: 1 },
      { group: ['a', 1] },
      { group: { documentId: 'a' } },
      { group: { connect: 'a' } },
      { group: { set: ['a'] } },
      { group: { disconnect: null } },
      { group: { connect: [{ id: 1, position: { before: 'a' } }] } },
      { group: { connect: [{ documentId: 'a', position: { end: true } }] } },
    ],
    wrong: [
      { group: true },
      { group: [true] },
      { group: { connect: true } },
      { group: { set: [[]] } },
      { group: { connect: [{ documentId: 1 }] } },
      { group: { connect: { id: 1, position: { end: 1 } } } },
      { group: { connect: { id: 1, position: { before: [] } } } },
    ],
  },
};

/** The schema describes the values that fit, and none of the others. */
function compare(bench: Bench, document: Object_, at: string, schema: Object_, { fit, wrong }: Values): void {
  for (const value of fit) {
    const found = mismatch(document, schema, value);
    if (found !== null) bench.fail(`${at} does not describe a valid value`, value, found);
  }
  for (const value of wrong)
    if (mismatch(document, schema, value) === null)
      bench.fail(`${at} describes a value that is not valid`, 'a mismatch', value);
}

function compareBodies(bench: Bench, document: Object_): void {
  for (const [path, { fit, wrong }] of Object.entries(BODIES))
    compare(bench, document, `POST ${path}`, bodySchema(document, path, 'post'), {
      fit: fit.map((data) => ({ data })),
      wrong: [...wrong.map((data) => ({ data })), {}, { data: 1 }],
    });
  // An update may leave out attributes that a create needs.
  const update = '/api/checks/{documentId}';
  compare(bench, document, `PUT ${update}`, bodySchema(document, update, 'put'), {
    fit: [{ data: {} }],
    wrong: [],
  });
}

/** The header parameters of each operation. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'get /api/plains': ['Strapi-Response-Format', 'If-None-Match'],
  'post /api/plains': ['Strapi-Response-Format'],
  'get /api/plains/{documentId}': ['Strapi-Response-Format', 'If-None-Match'],
  'put /api/plains/{documentId}': ['Strapi-Response-Format', 'If-Match'],
  'delete /api/plains/{documentId}': ['If-Match'],
};

function compareHeaders(bench: Bench, document: Object_): void {
  for (const [at, expected] of Object.entries(HEADERS)) {
    const [method = '', path = ''] = at.split(' ');
    const operation = objectIn(document, 'paths', path, method);
    const headers = parametersOf(operation).filter((one) => one.in === 'header');
    same(
      bench,
      `headers of ${at}`,
      expected,
      headers.map(({ name }) => String(name)),
    );
    const isUnchanged = '304' in objectIn(operation, 'responses');
    if (isUnchanged !== (method === 'get'))
      bench.fail(`the answer 304 of ${at}`, method === 'get', isUnchanged);
  }
  const upload = objectIn(document, 'paths', '/api/upload', 'post', 'requestBody', 'content');
  if (Object.keys(upload).join() !== 'multipart/form-data')
    bench.fail('the body of an upload', 'multipart/form-data', upload);
}

/** Filters that the API takes, and filters that it refuses. */
const FILTERS = {
  fit: [
    {
      title: { $eq: 'a', $in: ['a', 'b'] },
      rating: { $gt: 1, $null: true, $between: [1, 2] },
      id: { $ne: 1 },
    },
    { $or: [{ title: { $contains: 'a' } }, { $not: { category: { name: { $eq: 'c' } } } }] },
    {
      seo: { metaTitle: { $startsWith: 'a' } },
      links: { label: { $notNull: true } },
      tags: { documentId: { $eq: 'a' } },
    },
  ],
  wrong: [
    { title: { $null: 'text' } },
    { category: { name: { $null: [] } } },
    { seo: { metaTitle: { $null: 'text' } } },
    { links: { label: { $null: 'text' } } },
    { $or: { title: 'a' } },
    { $and: 1 },
    { $not: 'a' },
  ],
};

function compareFilters(bench: Bench, document: Object_): void {
  const schema = objectIn(document, 'components', 'schemas', 'ArticleFilters');
  compare(bench, document, 'filters of articles', schema, FILTERS);
}

const JSON_BODY = 'content application/json schema';
/** Routes that serve no documents, and a relation to documents of several types. By place: values that fit and values that do not. */
const OTHER_SCHEMAS: Readonly<Record<string, Values>> = {
  [`paths /api/i18n/locales post requestBody ${JSON_BODY}`]: {
    fit: [{ code: 'nb' }, { code: 'nb', name: 'Norsk', isDefault: true }],
    wrong: [{}, { code: 5 }, { code: 'nb', name: 5 }, { code: 'nb', other: 1 }],
  },
  [`paths /api/api-tokens post requestBody ${JSON_BODY}`]: {
    fit: ['read-only', 'full-access', 'custom'].map((type) => ({ name: 't', type })),
    wrong: [{}, { name: 't', type: 'other' }, { name: 5, type: 'custom' }],
  },
  [`paths /api/users/{id} get responses 2XX ${JSON_BODY}`]: {
    fit: [{ id: 1, documentId: 'd', username: 'name', email: 'a@b.test' }],
    wrong: [
      { id: 'one', documentId: 'd' },
      { id: 1, documentId: 'd', username: 5 },
    ],
  },
  [`paths /api/users get responses 2XX ${JSON_BODY}`]: {
    fit: [[], [{ id: 1, documentId: 'd', username: 'name' }]],
    wrong: [{}, [5], [{ id: 1, documentId: 'd', username: 5 }]],
  },
  [`paths /api/upload/files get responses 2XX ${JSON_BODY}`]: {
    fit: [[], [{ id: 1, documentId: 'd', name: 'f.txt', url: '/uploads/f.txt', size: 1.5 }]],
    wrong: [{}, [{ id: 'one' }], [{ id: 1, documentId: 'd', name: 5 }], [{ id: 1, documentId: 'd', url: 5 }]],
  },
  'components schemas Zoo properties morphOne': {
    fit: [null, { id: 1, documentId: 'd', name: 'tag' }, { id: 1, documentId: 'd', siteName: 'setting' }],
    wrong: [5, { id: 'one' }, { id: 1, documentId: 'd', siteName: 5 }],
  },
};

function compareOtherSchemas(bench: Bench, document: Object_): void {
  for (const [at, values] of Object.entries(OTHER_SCHEMAS))
    compare(bench, document, at, objectIn(document, ...at.split(' ')), values);
}

export const quireOpenapiBodyCases: readonly Case[] = [
  openapi('bodies', async (bench, document) => {
    compareBodies(bench, document);
    compareHeaders(bench, document);
    compareFilters(bench, document);
  }),
  {
    ...openapi('bodies', async (bench, document) => compareOtherSchemas(bench, document)),
    needs: ['auth', 'tokens', 'i18n'],
    name: 'of other routes',
  },
];
