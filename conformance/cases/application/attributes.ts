// Cases of attribute types and filter operators that a plugin adds.
import { check, get, INVALID, invalidQuery, made, post, put } from '../build';
import type { Case, Step } from '../case';
import { gives, typeIs, withVariables } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { PLUGGED } from './plugged';

const [ONE, TWO, THREE] = ['9780000000001', '9780000000002', '9780000000003'];
const wrong = (data: object, path: readonly string[], message: string): Step =>
  post('/books', data, {
    ...INVALID,
    error: { details: { errors: [{ path, message: is.matching(message) }] } },
  });
const book = (name: string, data: object) => made('/books', { name, ...data });
const BOOKS = {
  a: book('{mark} a', { isbn: ONE, size: { width: 3, height: 4 } }),
  b: book('{mark} bb', { isbn: TWO, size: { height: 2, width: 2 } }),
  c: book('', { size: null, hue: '{mark}'.slice(0, 3) }),
};
/** The books of this case that the query finds. */
const finds = (query: string, ...some: string[]): Step =>
  get(`/books?filters[documentId][$in]={a.documentId}&filters[documentId][$in]={b.documentId}&${query}`, {
    some,
  });
const IDS = 'documentId: { in: ["{a.documentId}", "{b.documentId}"] }';
const asks = (filters: string, ...found: string[]): Step =>
  gives(`{ books(filters: { ${IDS}, ${filters} }, sort: "isbn") { isbn } }`, {
    books: found.map((isbn) => ({ isbn })),
  });
const ofJackets = (...sizes: Pattern[]): Pattern => ({ jackets: sizes.map((size) => ({ size })) });

export const quirePluggedAttributeCases: readonly Case[] = [
  check(
    'quire.plugins.attributes',
    {
      a: made('/books', {
        ...{ name: '{mark}', isbn: '9781000000001', hue: '#abcdef', tint: 'red' },
        jacket: { isbn: '9781000000002', size: { width: 5, height: 6 } },
        jackets: [{ size: { width: 7, height: 8 } }, {}],
      }),
    },
    [
      get('/books/{a.documentId}?populate=*', {
        data: {
          ...{ isbn: '9781000000001', size: { width: 1, height: 2 }, hue: '#abcdef', tint: 'red' },
          jacket: { isbn: '9781000000002', size: { width: 5, height: 6 } },
          jackets: [{ size: { width: 7, height: 8 } }, { size: null, isbn: null }],
        },
      }),
      put('/books/{a.documentId}', { size: { width: 2.5, height: 0 } }, { status: 200 }),
      put('/books/{a.documentId}', { isbn: null }, { data: { isbn: null, size: { width: 2.5, height: 0 } } }),
      put('/books/{a.documentId}', { size: null }, { data: { size: null } }),
      wrong({ isbn: '978' }, ['isbn'], 'isbn must have 13 digits'),
      wrong({ isbn: '978000000000x' }, ['isbn'], 'isbn must have 13 digits'),
      wrong({ isbn: 9780000000001 }, ['isbn'], 'isbn must be a'),
      wrong({ size: { width: 1 } }, ['size', 'height'], 'size.height: is required'),
      wrong({ size: { width: -1, height: 1 } }, ['size', 'width'], 'size.width: '),
      wrong({ size: 5 }, ['size'], 'size: '),
      wrong({ size: { width: 91, height: 1 } }, ['size'], 'too wide'),
      wrong({ hue: '12345678' }, ['hue'], 'at most 7'),
      wrong({ tint: '1234' }, ['tint'], 'at most 3'),
      wrong({ jacket: { isbn: '1' } }, ['jacket', 'isbn'], 'must have 13 digits'),
      wrong({ jackets: [{}, { size: { height: 1 } }] }, ['jackets', '1', 'size', 'width'], 'width'),
    ],
    { deploy: PLUGGED, name: 'values' },
  ),
  check(
    'quire.plugins.attributes',
    BOOKS,
    [
      finds(`filters[isbn]=${ONE}`, 'a'),
      finds(`filters[isbn][$ne]=${ONE}`, 'b'),
      finds(`filters[isbn][$in]=${ONE}&filters[isbn][$in]=${THREE}`, 'a'),
      finds(`filters[isbn][$noneOf]=${ONE}&filters[isbn][$noneOf]=${THREE}`, 'b'),
      finds('filters[isbn][$startsWith]=978', 'a', 'b'),
      finds('filters[size]=3,4', 'a'),
      finds('filters[size][$ne]=3,4', 'b'),
      finds('filters[size][$areaGt]=4', 'a'),
      finds('filters[size][$areaGt]=3.9', 'a', 'b'),
      finds('filters[$not][size][$areaGt]=4', 'b'),
      finds('filters[isbn][$lengthGt]=12', 'a', 'b'),
      finds('filters[isbn][$lengthGt]=13'),
      finds('filters[isbn][$lengthIn]=13&filters[isbn][$lengthIn]=13', 'a', 'b'),
      finds('filters[isbn][$lengthIn]=14&filters[isbn][$lengthIn]=20'),
      // One value of a list is enough, except of a negative operator.
      finds('filters[isbn][$lengthGt]=13&filters[isbn][$lengthGt]=12', 'a', 'b'),
      finds('filters[isbn][$lengthNot]=13&filters[isbn][$lengthNot]=12'),
      finds('filters[isbn][$lengthNot]=11&filters[isbn][$lengthNot]=12', 'a', 'b'),
      get('/books?filters[documentId]={c.documentId}&filters[isbn][$lengthNot]=5', { some: [] }),
      get('/books?filters[documentId]={c.documentId}&filters[$not][isbn][$lengthGt]=5', { some: [] }),
      get('/books?filters[documentId]={c.documentId}&filters[name][$blank]=true', { some: ['c'] }),
      get('/books?filters[documentId]={c.documentId}&filters[name][$blank]=false', { some: [] }),
      finds('filters[name][$blank]=false', 'a', 'b'),
      get('/books?filters[isbn][$null]=true&filters[documentId]={c.documentId}', { some: ['c'] }),
      get(
        '/books?sort=isbn:desc&filters[documentId][$in]={a.documentId}&filters[documentId][$in]={b.documentId}',
        {
          list: ['b', 'a'],
        },
      ),
      invalidQuery('/books?sort=size'),
      invalidQuery(`/books?filters[isbn][$lt]=${ONE}`, { message: is.matching('isbn.*\\$lt') }),
      invalidQuery(`/books?filters[isbn][$between]=${ONE}&filters[isbn][$between]=${TWO}`),
      invalidQuery('/books?filters[name][$noneOf]=x', { message: is.matching('\\$noneOf') }),
      invalidQuery('/books?filters[isbn][$lengthGt]=x'),
      invalidQuery('/books?filters[isbn][$lengthIn]=1'),
      invalidQuery('/books?filters[size][$lengthGt]=1'),
      invalidQuery('/books?filters[size]=3x4', { message: is.matching('width and a height for \\$eq') }),
    ],
    { deploy: PLUGGED, name: 'filters' },
  ),
  check(
    'quire.plugins.attributes',
    {
      a: book('{mark}', { jackets: [3, 4].map((width) => ({ size: { width, height: 1 } })) }),
      b: book('{mark}', { jackets: [{ size: { width: 5, height: 1 } }], jacket: { isbn: ONE } }),
    },
    [
      finds('filters[jackets][size][$areaGt]=4', 'b'),
      finds('filters[jackets][size]=4,1', 'a'),
      finds(`filters[jacket][isbn]=${ONE}`, 'b'),
      finds('filters[jacket][isbn][$lengthGt]=12', 'b'),
      get('/books/{a.documentId}?populate[jackets][filters][size][$areaGt]=3', {
        data: ofJackets({ width: 4, height: 1 }),
      }),
      invalidQuery(`/books?filters[jacket][isbn][$gte]=${ONE}`),
    ],
    { deploy: PLUGGED, name: 'in entries' },
  ),
  check(
    'quire.plugins.attributes',
    {
      a: book('{mark} a', { isbn: '9782000000001', size: { width: 3, height: 4 } }),
      b: book('{mark} b', { isbn: '9782000000002' }),
    },
    [
      asks('isbn: { eq: "9782000000001" }', '9782000000001'),
      asks('isbn: { noneOf: ["9782000000001"] }', '9782000000002'),
      asks('isbn: { lengthGt: 12 }', '9782000000001', '9782000000002'),
      asks('isbn: { lengthGt: 13 }'),
      asks('size: { areaGt: 2 }', '9782000000001'),
      asks('not: { size: { areaGt: 2 } }', '9782000000002'),
      typeIs('Isbn', 'kind', { kind: 'SCALAR' }),
      typeIs('IsbnFilterInput', 'inputFields { name }', {
        inputFields: is.including({ name: 'lengthGt' }, { name: 'noneOf' }, { name: 'eq' }),
      }),
      typeIs('StringFilterInput', 'inputFields { name }', {
        inputFields: is.including({ name: 'lengthGt' }, { name: 'lengthNot' }),
      }),
      withVariables(
        'mutation ($data: BookInput!) { createBook(data: $data) { isbn size hue jacket { size } } }',
        {
          data: {
            ...{ name: '{mark} c', isbn: '9782000000003', size: { width: 1, height: 1 }, hue: 'x' },
            jacket: { size: { width: 2, height: 2 } },
          },
        },
        {
          createBook: {
            ...{ isbn: '9782000000003', size: { width: 1, height: 1 }, hue: 'x' },
            jacket: { size: { width: 2, height: 2 } },
          },
        },
      ),
    ],
    { deploy: PLUGGED, name: 'over GraphQL' },
  ),
];
