import { createKnownStates } from './known-states';

const [ALICE, BOB, CAROL] = [{ name: 'alice' }, { name: 'bob' }, { name: 'carol' }];

it('knows the last state of each document and reader, and forgets those that changed longest ago', () => {
  const known = createKnownStates(3);
  for (const [listener, reader] of [[ALICE, 'a'] as const, [BOB, 'b'] as const])
    known.join(listener, reader, 0);
  const set = (reader: string, documentId: string, row: number | null, at: number) =>
    known.set(reader, documentId, { row, at, order: at });
  const all = () =>
    ['a 1', 'a 2', 'b 1', 'b 2'].filter((each) => {
      const [reader = '', documentId = ''] = each.split(' ');
      return known.of(reader, documentId) !== undefined;
    });
  set('a', '1', 7, 1);
  set('b', '1', null, 2);
  set('a', '1', null, 3);
  set('a', '2', 8, 4);
  expect(all()).toEqual(['a 1', 'a 2', 'b 1']);
  expect([known.of('a', '1'), known.of('b', '1')]).toEqual([
    { row: null, at: 3, order: 3 },
    { row: null, at: 2, order: 2 },
  ]);
  set('b', '2', 9, 5);
  expect(all()).toEqual(['a 2', 'b 1', 'b 2']);
  set('b', '1', 9, 6);
  set('a', '1', 7, 7);
  expect(all()).toEqual(['a 1', 'a 2', 'b 1']);
});

it('keeps the states of a reader until its last listener leaves or has other rights', () => {
  const known = createKnownStates();
  const state = { row: 7, at: 1, order: 1 };
  known.set('a', 'early', state);
  for (const listener of [ALICE, BOB]) known.join(listener, 'a', 0);
  known.set('a', 'd', state);
  known.leave(ALICE);
  expect([known.of('a', 'early'), known.of('a', 'd')]).toEqual([undefined, state]);
  known.join(BOB, 'other rights', 2);
  expect(known.of('a', 'd')).toBeUndefined();
  // An evaluation that was under way asks for a listener that has left.
  known.join(ALICE, 'a', 3);
  known.set('a', 'd', state);
  expect(known.of('a', 'd')).toBeUndefined();
});

it('a state is of the listeners that heard its change with this reader', () => {
  const known = createKnownStates();
  const state = { row: 7, at: 1, order: 1 };
  known.join(ALICE, 'a', 0);
  known.join(BOB, 'a', 2);
  const areOf = () => [ALICE, BOB, CAROL].map((listener) => known.isOf(listener, state));
  expect(areOf()).toEqual([true, false, false]);
  known.join(ALICE, 'a', 3);
  expect(areOf()).toEqual([true, false, false]);
  // The rights change, and change back.
  known.join(ALICE, 'b', 4);
  known.join(ALICE, 'a', 5);
  expect(areOf()).toEqual([false, false, false]);
});
