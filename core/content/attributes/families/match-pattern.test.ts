import { matchPattern } from './match-pattern';

test.each<[RegExp, string, boolean]>([
  [/^a+$/, 'aaa', true],
  [/^a+$/, 'a'.repeat(1000), true],
  [/^a+$/, `${'a'.repeat(1000)}b`, false],
  [/^[\w-]+@\w+$/gi, 'someone-with-a-long-name@example', true],
  [/b/, 'a'.repeat(1000), false],
])('%s', (pattern, text, expected) => {
  expect([matchPattern(pattern, text), matchPattern(pattern, text)]).toEqual([expected, expected]);
});

test('a pattern that would take years gives up soon', () => {
  expect(matchPattern(/^(a+)+$/, `${'a'.repeat(40)}!`)).toBeNull();
});
