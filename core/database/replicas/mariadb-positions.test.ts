import { parseGtid } from './mariadb-positions';

it.each([
  ['', 0n],
  [undefined, 0n],
  ['0-1-1207', 1207n],
  ['3-21-18446744073709551615', 18446744073709551615n],
])('reads the position %s', (text, position) => {
  expect(parseGtid(text)).toBe(position);
});

it.each(['0-1-7,1-2-9', '0-1', 'nonsense'])('refuses %s', (text) => {
  expect(() => parseGtid(text)).toThrow(`its position ${text} has several replication domains`);
});
