// `limits.conditions`: the conditions of all filters of one query, wherever they stand.
import { prepareQuery } from './prepare';
import { CONTEXT, LIMITS, typeNamed } from './test-schema';

const MOST = 6;
const context = { ...CONTEXT, limits: { ...LIMITS, conditions: MOST } };
const prepare = (raw: object, aggregate?: object) =>
  prepareQuery(raw, typeNamed('article'), { ...context, ...(aggregate ? { aggregate } : {}) }, false);

const titles = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `t${n}` }));
const names = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `n${n}` }));

test.each<[what: string, (count: number) => unknown]>([
  ['$or', (count) => prepare({ filters: { $or: titles(count) } })],
  [
    'lists in lists',
    (count) => prepare({ filters: [{ $or: titles(2) }, { $and: [{ $or: titles(count - 2) }] }] }),
  ],
  [
    'values of an operator',
    (count) => prepare({ filters: { title: { $contains: names(count).map(({ name }) => name) } } }),
  ],
  ['conditions of a relation', (count) => prepare({ filters: { author: { $or: names(count) } } })],
  [
    'relations that must exist',
    (count) => prepare({ filters: { $and: Array(count).fill({ author: { $notNull: true } }) } }),
  ],
  [
    'filters of populated relations',
    (count) =>
      prepare({ filters: { $or: titles(3) }, populate: { author: { filters: { $or: names(count - 3) } } } }),
  ],
  [
    'filters of buckets',
    (count) =>
      prepare(
        { filters: { $or: titles(3) } },
        { groupBy: { title: { filters: { $or: titles(count - 3) } } } },
      ),
  ],
])('counts %s', (_what, ask) => {
  expect(() => ask(MOST)).not.toThrow();
  expect(() => ask(MOST + 1)).toThrow(
    'The filters have more than 6 conditions (limits.conditions of config/api). Use one list ($in) instead of many values, or send several requests',
  );
});

test('a list of $in is one condition', () => {
  expect(() => prepare({ filters: { title: { $in: names(50).map(({ name }) => name) } } })).not.toThrow();
});

test('nothing behind the limit is parsed', () => {
  let read = 0;
  const counted = Array.from({ length: 100 }, () => ({
    get title() {
      read += 1;
      return 'x';
    },
  }));
  expect(() =>
    prepare({ filters: { $or: counted.map((each) => ({ $or: [each, ...counted.slice(1)] })) } }),
  ).toThrow();
  expect(read).toBe(MOST + 1);
});
