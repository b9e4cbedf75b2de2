// Times in time zones.
import { localTime, momentOf } from '../moment';

const TIMES: readonly (readonly [text: string, zone: string, moment: string])[] = [
  ['2026-03-01T09:00', 'Europe/Berlin', '2026-03-01T08:00:00.000Z'],
  ['2026-07-01T09:00:30', 'Europe/Berlin', '2026-07-01T07:00:30.000Z'],
  ['2026-03-01T09:00', 'America/New_York', '2026-03-01T14:00:00.000Z'],
  ['2026-03-01T09:00', 'Asia/Kathmandu', '2026-03-01T03:15:00.000Z'],
  ['2026-03-01T09:00:00.250Z', 'Europe/Berlin', '2026-03-01T09:00:00.250Z'],
  ['2026-03-01T09:00:00+05:30', 'Europe/Berlin', '2026-03-01T03:30:00.000Z'],
  // Clocks show it twice: the first one counts.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-12-31T23:59:59', 'Pacific/Kiritimati', '2026-12-31T09:59:59.000Z'],
];
it.each(TIMES)('reads %s in %s', (text, zone, expected) => {
  const moment = momentOf(text, zone);
  expect(typeof moment === 'number' ? new Date(moment).toISOString() : moment).toBe(expected);
});

it.each([
  ['tomorrow', 'is no ISO time'],
  ['2026-03-01', 'is no ISO time'],
  ['2026-02-30T09:00', 'is no time of the calendar'],
  ['2026-01-01T25:00', 'is no time of the calendar'],
  ['2026-03-29T02:30', 'does not exist in Europe/Berlin, where clocks skip it'],
])('refuses %s', (text, problem) => {
  expect(momentOf(text, 'Europe/Berlin')).toContain(problem);
});

it('shows a moment with the offset of its zone', () => {
  expect(localTime(Date.parse('2026-03-01T08:00:00Z'), 'Europe/Berlin')).toBe('2026-03-01T09:00:00+01:00');
  expect(localTime(Date.parse('2026-03-01T03:15:00Z'), 'America/St_Johns')).toBe('2026-02-28T23:45:00-03:30');
});
