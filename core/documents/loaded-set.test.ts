// The objects of a result set are made when a tap asks for them.
import type { Populate } from '../query/ast';
import { ReadSet, type ReadTree } from './loaded-set';

const tree = (uid: string, populate: readonly unknown[] = []): ReadTree =>
  ({ type: { uid }, populate }) as unknown as ReadTree;
const relation = (key: string, ...targets: readonly ReadTree[]) =>
  ({ kind: 'relation', key, targets, count: false }) as unknown as Populate;
const entry = (...populate: readonly Populate[]) => ({ populate });

const file = relation('@f', tree('file'));
const ARTICLE = tree('article', [
  file,
  relation('any', tree('file'), tree('tag')),
  { ...relation('counted', tree('file')), count: true },
  { kind: 'component', key: 'seo', entry: entry(file) },
  {
    kind: 'zone',
    key: 'zone',
    entries: new Map([
      ['a', entry(file)],
      ['b', entry()],
    ]),
  },
]);

it('a tap that asks for a type which the query does not read costs no parsing', () => {
  const set = new ReadSet(ARTICLE, 'no JSON');
  expect([set.of('author'), set.text]).toEqual([[], 'no JSON']);
  expect(() => set.of('file')).toThrow(SyntaxError);
});

it('finds the documents of a type at every depth, and keeps their changes', () => {
  const documents = [
    {
      '@f': { n: 1 },
      any: [{ __type: 'file', n: 2 }, { __type: 'tag' }],
      counted: { count: 3 },
      seo: { '@f': { n: 3 } },
      zone: [
        { __component: 'a', '@f': [{ n: 4 }, { n: 5 }] },
        { __component: 'b', '@f': { n: 0 } },
      ],
    },
    { '@f': null, any: [], seo: null, zone: [] },
  ];
  const set = new ReadSet(ARTICLE, JSON.stringify(documents));
  expect(set.of('file').map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
  expect(set.of('article')).toHaveLength(2);
  for (const each of set.of('file')) each.n = 9;
  expect(set.text).toBe(JSON.stringify(documents).replace(/"n":[1-5]/g, '"n":9'));
});
