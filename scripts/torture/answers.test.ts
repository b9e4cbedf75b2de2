import { busyFaults } from './answers';

it.each<[busy: number, answers: number, faults: readonly string[]]>([
  [0, 0, []],
  [0, 5000, []],
  [1, 20, []],
  [2, 20, ['2 of 20 writes got 503; at most 1 may, one in a thousand']],
  [2, 1001, []],
  [5, 5000, []],
  [6, 5000, ['6 of 5000 writes got 503; at most 5 may, one in a thousand']],
])('judges %i answers of 503 among %i', (busy, answers, faults) => {
  expect(busyFaults(busy, answers)).toEqual(faults);
});
