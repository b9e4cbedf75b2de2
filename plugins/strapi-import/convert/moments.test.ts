// Times of all three databases.
import { isZone, toMoment } from './moments';

it.each([
  [1705314030456, 'UTC', '2024-01-15T10:20:30.456Z'],
  ['1705314030456', 'UTC', '2024-01-15T10:20:30.456Z'],
  ['2024-02-02 23:05:06', 'America/New_York', '2024-02-03T04:05:06.000Z'],
  ['2024-07-02 23:05:06.789000', 'America/New_York', '2024-07-03T03:05:06.789Z'],
  ['2024-03-10 03:00:00', 'America/New_York', '2024-03-10T07:00:00.000Z'],
  ['2024-02-02 23:05:06.123456', 'UTC', '2024-02-02T23:05:06.123Z'],
  ['2024-02-02T23:05:06.123Z', 'Asia/Tokyo', '2024-02-02T23:05:06.123Z'],
  [null, 'UTC', null],
  ['', 'UTC', null],
  ['no time', 'UTC', null],
])('%s in %s is %s', (value, zone, expected) => {
  expect(toMoment(value, zone)).toBe(expected);
});

it('knows names of zones', () => {
  expect([isZone('Europe/Prague'), isZone('Mars/Olympus')]).toEqual([true, false]);
});
