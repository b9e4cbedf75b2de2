// The objects of a result set are made when a tap asks for them.

import { typeTest } from '../model/compiled/type-test';
import type { Populate } from '../query/ast';
import { ReadSet, type ReadTree } from './loaded-set';

const tree = (uid: string, populate: readonly unknown[] = []): ReadTree =>
  ({ type: { uid }, populate, fields: [] }) as unknown as ReadTree;
const relation = (key: string, ...targets: readonly ReadTree[]) =>
  ({
    kind: 'relation',
    key,
    targets,
    count: false,
    attribute: { kind: 'relation', is: typeTest('relation') },
  }) as unknown as Populate;
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

describe('values of an attribute type', () => {
  const scalar = (name: string, type: string) => ({
    field: { kind: 'scalar', name, is: typeTest(type) },
  });
  const fields = [
    scalar('plain', 'string'),
    scalar('pan', 'card'),
    { ...scalar('pan', 'card'), key: 'alias' },
  ];
  const person = { type: { uid: 'person' }, fields, populate: [] } as unknown as ReadTree;
  const wallet = {
    component: { uid: 'wallet' },
    fields: [scalar('id', 'id'), scalar('pan', 'card')],
    populate: [relation('@owner', person)],
  };
  const component = (key: string, populated: object = wallet) => ({
    kind: 'component',
    key,
    attribute: { kind: 'component', is: typeTest('component') },
    entry: populated,
    count: false,
  });
  const TREE = {
    ...person,
    populate: [
      { ...component('@w'), attribute: { kind: 'component', is: typeTest('component') } },
      { ...component('counted'), count: true },
      {
        kind: 'zone',
        key: 'z',
        attribute: { kind: 'zone', is: typeTest('dynamiczone') },
        entries: new Map([['a', wallet]]),
      },
    ],
  } as unknown as ReadTree;
  const DOCUMENT = {
    plain: 'p',
    pan: 1,
    alias: 2,
    '@w': [{ pan: 3, '@owner': { pan: 4 } }, { pan: 5 }],
    counted: { count: 9 },
    z: [
      { __component: 'a', pan: null },
      { __component: 'b', pan: 0 },
    ],
  };

  it('are found at every depth and under every key, and can be set', () => {
    const set = new ReadSet(TREE, JSON.stringify([DOCUMENT, { plain: 'q' }]));
    const entries = set.entries('card');
    expect(entries.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, null]);
    expect(entries.map(({ document }) => document.plain)).toEqual(['p', 'p', 'p', undefined, 'p', 'p']);
    for (const entry of entries) entry.value = 8;
    expect(set.text).toBe(
      JSON.stringify([DOCUMENT, { plain: 'q' }])
        .replace(/"pan":([1-5]|null)/g, '"pan":8')
        .replace('"alias":2', '"alias":8'),
    );
    expect(
      new ReadSet(TREE, JSON.stringify([DOCUMENT])).entries('dynamiczone').map(({ value }) => value),
    ).toEqual([DOCUMENT.z]);
  });

  it('that the query does not read cost no parsing', () => {
    const set = new ReadSet(TREE, 'no JSON');
    expect([set.entries('text'), set.text]).toEqual([[], 'no JSON']);
    expect(() => set.entries('component')).toThrow(SyntaxError);
  });
});
