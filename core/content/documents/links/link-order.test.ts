// The order algebra against a plain model: an array that is changed step by step.
import fc from 'fast-check';
import { assignOrders, changeOrder, isMistake, type LinkConnect } from './link-order';

const end = { kind: 'end' } as const;
const start = { kind: 'start' } as const;
const ahead = (key: number) => ({ kind: 'before', key }) as const;
const behind = (key: number) => ({ kind: 'after', key }) as const;
const connects = (...pairs: [number, LinkConnect<number>['position']][]) => ({
  connect: pairs.map(([key, position]) => ({ key, position })),
  disconnect: [],
});

describe('changeOrder', () => {
  test.each([
    ['appends at the end in written order', [1, 2], connects([3, end], [4, end]), [1, 2, 3, 4]],
    ['moves what is connected already to the end', [1, 2, 3], connects([1, end]), [2, 3, 1]],
    ['puts the second of two starts first', [1], connects([2, start], [3, start]), [3, 2, 1]],
    ['goes before one connected later in the list', [1], connects([2, ahead(3)], [3, start]), [2, 3, 1]],
    ['goes after one connected earlier in the list', [1], connects([3, start], [2, behind(3)]), [3, 2, 1]],
    ['moves to a position', [1, 2, 3], connects([3, ahead(1)]), [3, 1, 2]],
    ['ignores an unrelated disconnect', [1, 2], { connect: [], disconnect: [2, 9] }, [1]],
    [
      'goes before a key that the same change disconnects',
      [1, 2, 3],
      { connect: [{ key: 4, position: ahead(2) }], disconnect: [2] },
      [1, 4, 3],
    ],
    [
      'lets connect win over disconnect',
      [1, 2],
      { connect: [{ key: 1, position: end }], disconnect: [1] },
      [2, 1],
    ],
  ])('%s', (_name, list, change, expected) => {
    expect(changeOrder(list, change)).toEqual(expected);
  });

  test.each([
    ['the same key twice', [1], connects([2, end], [2, start]), 'twice'],
    ['a position beside itself', [1], connects([1, ahead(1)]), 'circular'],
    ['a circle', [1], connects([2, ahead(3)], [3, behind(2)]), 'circular'],
    ['a position beside what is not related', [1], connects([2, behind(7)]), 'unrelated'],
  ])('refuses %s', (_name, list, change, kind) => {
    expect(changeOrder(list, change)).toMatchObject({ kind });
  });
});

const position = fc.oneof(
  fc.constant(start),
  fc.constant(end),
  fc.nat(12).map(ahead),
  fc.nat(12).map(behind),
);
const change = fc.record({
  connect: fc.uniqueArray(fc.record({ key: fc.nat(12), position }), {
    maxLength: 5,
    selector: ({ key }) => key,
  }),
  disconnect: fc.array(fc.nat(12), { maxLength: 3 }),
});

/** The slow model: positions may only name what is in the list at that moment. */
function model(
  list: readonly number[],
  { connect, disconnect }: { connect: LinkConnect<number>[]; disconnect: number[] },
) {
  let result = [...list];
  for (const { key, position: at } of connect) {
    if ((at.kind === 'before' || at.kind === 'after') && (at.key === key || !result.includes(at.key)))
      return null;
    result = result.filter((other) => other !== key);
    if (!('key' in at)) result = at.kind === 'start' ? [key, ...result] : [...result, key];
    else result.splice(result.indexOf(at.key) + (at.kind === 'after' ? 1 : 0), 0, key);
  }
  return result.filter((key) => !disconnect.includes(key) || connect.some((entry) => entry.key === key));
}

test('agrees with an array over thousands of changes, and the numbers always say the same', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 25 }), (changes) => {
      let list: readonly number[] = [];
      let orders = new Map<number, number>();
      for (const each of changes) {
        const result = changeOrder(list, each);
        const expected = model(list, each);
        if (expected) expect(result).toEqual(expected);
        if (isMistake(result)) continue;
        expect([...new Set(result)]).toEqual(result);
        orders = assignOrders(result, orders);
        const byNumber = [...orders].sort((a, b) => a[1] - b[1]).map(([key]) => key);
        expect(byNumber).toEqual(result);
        expect(new Set(orders.values()).size).toBe(result.length);
        list = result;
      }
    }),
    { numRuns: 2000 },
  );
});

test('changes one number for one move, until the gap is gone', () => {
  let orders = assignOrders([1, 2, 3], new Map());
  let renumbered = 0;
  for (let turn = 0; turn < 200; turn++) {
    const wanted = turn % 2 === 0 ? [1, 3, 2] : [1, 2, 3];
    const next = assignOrders(wanted, orders);
    const changed = [...next].filter(([key, order]) => orders.get(key) !== order).length;
    if (changed > 1) renumbered++;
    expect([...next].sort((a, b) => a[1] - b[1]).map(([key]) => key)).toEqual(wanted);
    orders = next;
  }
  expect(renumbered).toBeLessThan(10);
});

test('numbers ties anew', () => {
  const orders = assignOrders(
    [1, 2, 3],
    new Map([
      [1, 5],
      [2, 5],
      [3, 5],
    ]),
    100,
  );
  expect(new Set(orders.values()).size).toBe(3);
});
