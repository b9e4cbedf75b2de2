import * as fc from 'fast-check';
import { parse } from 'qs';
import { readPlainQuery } from './plain-query';

const DEPTH = 5;
const asQs = (text: string): unknown =>
  parse(text, {
    arrayLimit: 101,
    depth: DEPTH,
    strictDepth: true,
    parameterLimit: 1000,
    strictNullHandling: true,
    allowDots: false,
  });

const READ = [
  'pagination[pageSize]=25',
  'filters[title][$eq]=a&filters[title][$ne]=b&sort=title',
  'filters%5Btitle%5D%5B%24eq%5D=a%20b+c%2B',
  'populate[0]=author&populate[1]=tags&fields%5b0%5d=id',
  'filters[$or][0][title]=a&filters[$or][0][id]=1&filters[$or][1][title]=b',
  'populate&a[b]&c=',
  'q=a=b&m=[x]',
  '1=a&0=b&a[x][1a]=c',
  'a%2Eb=%C3%A9',
  `a${'[b]'.repeat(DEPTH)}=1`,
];
test.each(READ)('reads %s', (text) => {
  expect(JSON.stringify(readPlainQuery(text, DEPTH))).toBe(JSON.stringify(asQs(text)));
});

const LEFT = [
  'sort=a&sort=b',
  'a[]=1',
  'a[1]=x',
  'a[0]=x&a[2]=y',
  'a[0]=x&a[0]=y',
  'a[0]=x&a[b]=y',
  'a[b]=x&a[0]=y',
  'a=1&a[b]=2',
  'a&a[b]=2',
  'a[b]=2&a=1',
  'a&&b',
  '=1',
  '[a]=1',
  'a]=1',
  'a[b=1',
  'a[b]c=1',
  'a[b[c]]=1',
  'a]b[c]=1',
  'a=b]=c',
  'a[b]c=d]=e',
  'a=%FF',
  'a%ZZ=1',
  `a${'[b]'.repeat(DEPTH + 1)}=1`,
];
test.each(LEFT)('leaves %s to qs', (text) => {
  expect(readPlainQuery(text, DEPTH)).toBeNull();
});

const piece = fc.constantFrom(
  ...[
    'a',
    'b',
    '0',
    '1',
    '00',
    '$eq',
    '[',
    ']',
    '[a]',
    '[b]',
    '[0]',
    '[1]',
    '[]',
    '[$eq]',
    '%5B',
    '%5d',
    '%24',
  ],
  ...['=', '=', '&', '&', '+', '%20', '%2B', '%3D', '%FF', '%C3%A9', '%5', '%', 'é', '.', ';'],
);
const anyText = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
const name = fc
  .tuple(fc.constantFrom('a', 'b', '0'), fc.array(fc.constantFrom('a', 'b', '0', '1', '2'), { maxLength: 3 }))
  .map(([root, rest]) => root + rest.map((segment) => `[${segment}]`).join(''));
const pair = fc
  .tuple(name, fc.constantFrom('', '=', '=x', '=%20', '=[]', '=]='))
  .map(([key, value]) => key + value);
const likelyText = fc.array(pair, { minLength: 1, maxLength: 6 }).map((pairs) => pairs.join('&'));

test('returns what qs returns, with the names in the same order, or null', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, likelyText), (text) => {
      const read = readPlainQuery(text, DEPTH);
      if (read !== null) expect(JSON.stringify(read)).toBe(JSON.stringify(asQs(text)));
    }),
    { numRuns: 20_000 },
  );
});
