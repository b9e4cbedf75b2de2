import type { ReadControl } from '../../../core';
import { withinTime } from './deadline';

const request = (isArriving: boolean): ReadControl => ({
  isArriving,
  signal: new AbortController().signal,
  hold: () => undefined,
  hasRoomFor: () => true,
});

test.each([
  ['a query that has just arrived shares the reads of its turn', request(true), true],
  ['a query that has waited does not', request(false), false],
  ['a mutation does not', null, false],
])('%s', async (_name, of, expected) => {
  expect(await withinTime(1_000, of !== null, of, async (control) => control.isArriving)).toBe(expected);
});
