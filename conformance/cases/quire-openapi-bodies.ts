// Cases of the OpenAPI document: its schemas fit the bodies and filters that the API accepts, and no others.
import type { Bench, Case } from './case';
import { mismatch } from './json-schema';
import { type Object_, objectIn, openapi, parametersOf, same } from './openapi-build';

const bodySchema = (document: Object_, path: string, method: string): Object_ =>
  objectIn(document, 'paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
const ENTRY = { name: 'ab', n: 1 };
/** By path: bodies that fit and bodies that do not. Both are values of `data`. */
const BODIES: Readonly<Record<string, { fit: readonly object[]; wrong: readonly object[] }>> = {
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

function compareBodies(bench: Bench, document: Object_): void {
  for (const [path, { fit, wrong }] of Object.entries(BODIES)) {
    const schema = bodySchema(document, path, 'post');
    for (const data of fit) {
      const found = mismatch(document, schema, { data });
      if (found !== null) bench.fail(`POST ${path} does not describe a valid body`, data, found);
    }
    for (const body of [...wrong.map((data) => ({ data })), {}, { data: 1 }])
      if (mismatch(document, schema, body) === null)
        bench.fail(`POST ${path} describes a body that is not valid`, 'a mismatch', body);
  }
  // An update may leave out what a create needs.
  if (mismatch(document, bodySchema(document, '/api/checks/{documentId}', 'put'), { data: {} }) !== null)
    bench.fail('an update needs attributes', 'a body without them', {});
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
  for (const filters of FILTERS.fit) {
    const found = mismatch(document, schema, filters);
    if (found !== null) bench.fail('filters of articles are not described', filters, found);
  }
  for (const filters of FILTERS.wrong)
    if (mismatch(document, schema, filters) === null)
      bench.fail('wrong filters of articles are described', 'a mismatch', filters);
}

export const quireOpenapiBodyCases: readonly Case[] = [
  openapi('bodies', async (bench, document) => {
    compareBodies(bench, document);
    compareHeaders(bench, document);
    compareFilters(bench, document);
  }),
];
