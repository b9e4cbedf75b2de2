// The command line: wrong words are refused with the right ones.
import { readOptions } from './options';
import { compare, isTelling } from './statistics';

it.each<[args: string[], message: RegExp]>([
  [['--url', 'example.com'], /--url takes an address such as https:\/\/example.com, not "example.com"/],
  [['--db', 'oracle'], /--db takes sqlite, mysql, postgres; not "oracle"/],
  [['--only', 'oracles,nope'], /--only takes oracles, .*; not "nope"/],
  [['--token', 'x'], /--token: only with --url/],
  [['--url', 'http://x', '--db', 'sqlite'], /--db: only without --url/],
  [['--seed', 'x'], /--seed takes a whole number, not "x"/],
  [['--nope'], /--nope/],
])('refuses %j', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(message);
});

it('reads a deployment, and secrets from the environment', () => {
  const env = { ATTACK_TOKEN: 't', ATTACK_JWT_SECRET: 's' };
  const options = readOptions(
    ['--url', 'https://x', '--only', 'races', '--hidden', 'a.b,c.d', '--short'],
    env,
  );
  expect(options).toMatchObject({
    remote: { url: 'https://x', prefix: '/api', token: 't', jwtSecret: 's', hidden: ['a.b', 'c.d'] },
    kinds: [{ name: 'races' }],
    isShort: true,
    seed: 1,
  });
});

/** Times with a long tail, as a network has. */
const times = (count: number, base: number): number[] =>
  Array.from({ length: count }, (_, index) => base + ((index * 37) % 23) / 10 + (index % 9 === 0 ? 30 : 0));

it.each<[what: string, a: number[], b: number[], isFound: boolean]>([
  ['equal times', times(40, 50), times(40, 50.2), false],
  ['a difference below the noise of a network', times(40, 50), times(40, 54), false],
  ['too few samples', times(3, 10), times(3, 90), false],
  ['one outlier', times(40, 50), [...times(39, 50), 5_000], false],
  ['a hash that one side lacks', times(18, 60), times(18, 5), true],
])('%s', (_what, a, b, isFound) => {
  expect(isTelling(compare(a, b))).toBe(isFound);
  expect(isTelling(compare(b, a))).toBe(isFound);
});
