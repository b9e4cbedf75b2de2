import { base32, codeOf, stepOf, stepOfCode } from './totp';

const KEY = Buffer.from('12345678901234567890');

/** RFC 6238, appendix B, the last six digits. */
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at %i seconds is %s', (seconds, code) => {
  expect(codeOf(KEY, stepOf(seconds * 1000))).toBe(code);
});

it('a code belongs to its period and the two beside it', () => {
  const step = stepOf(1_111_111_109_000);
  const at = (periods: number) => stepOfCode(KEY, '081804', 1_111_111_109_000 + periods * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

/** RFC 4648, chapter 10. */
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base32 is %j', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});
