// The command line: which words are refused.
import { readOptions } from './options';

it.each([
  [['--queries', '0', '--compare', 'main'], '--queries: expected a whole number from 1 up'],
  [['--queries', '10'], '--queries needs --compare REF: the commit that is asked the same'],
  [['--sizes', '10,1000'], '--sizes: expected whole numbers from 1000 up, separated by commas'],
  [['--only', 'a,d', '--scale'], '--only: --scale does not run the scenario "d"; it runs a, b, c, o, p, s'],
  [
    ['--only', 'd', '--sizes', '1000'],
    '--only: --scale does not run the scenario "d"; it runs a, b, c, o, p, s',
  ],
  [['--seed', 'x'], '--seed: expected a whole number'],
])('refuses %j', (args, wrong) => {
  expect(readOptions(args)).toEqual({ wrong });
});

it('names the scenarios when --only has none of them', () => {
  expect(readOptions(['--only', '7'])).toEqual({
    wrong: expect.stringMatching(/^--only: there is no scenario "7"; there are A, B, a, b, c, /),
  });
  expect(readOptions(['--only', 'a, d'])).toMatchObject({ only: ['a', 'd'], scale: null });
  expect(readOptions(['--only', 'a,s', '--scale'])).toMatchObject({ only: ['a', 's'] });
});

it('takes the usual sizes with --scale, and none without', () => {
  expect(readOptions(['--scale'])).toMatchObject({ scale: [1_000, 10_000, 100_000, 1_000_000] });
  expect(readOptions(['--sizes', '1000,5000'])).toMatchObject({ scale: [1000, 5000] });
  expect(readOptions([])).toMatchObject({ scale: null, queries: null, record: null });
});
