import { createKnownStates } from './known-states';

it('knows the last state of each document and reader, and forgets those that changed longest ago', () => {
  const known = createKnownStates(3);
  const set = (reader: string, documentId: string, row: number | null, at: number) =>
    known.set(reader, documentId, { row, at });
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
    { row: null, at: 3 },
    { row: null, at: 2 },
  ]);
  set('b', '2', 9, 5);
  expect(all()).toEqual(['a 2', 'b 1', 'b 2']);
  set('b', '1', 9, 6);
  set('a', '1', 7, 7);
  expect(all()).toEqual(['a 1', 'a 2', 'b 1']);
});
