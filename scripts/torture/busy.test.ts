// When a crowd has been told too often that the database is busy.
import { busyFaults } from './busy';

it.each<[busy: number, answers: number, faults: readonly string[]]>([
  [0, 0, []],
  [0, 5000, []],
  [1, 20, []],
  [2, 20, ['2 of 20 writes were answered with 503; 1 may be, one in a thousand']],
  [2, 1001, []],
  [5, 5000, []],
  [6, 5000, ['6 of 5000 writes were answered with 503; 5 may be, one in a thousand']],
])('%i of %i', (busy, answers, faults) => {
  expect(busyFaults(busy, answers)).toEqual(faults);
});
