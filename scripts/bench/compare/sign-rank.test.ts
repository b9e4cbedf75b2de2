import { signRank } from './sign-rank';

describe('signRank', () => {
  it.each([
    ['no difference', [0, 0], 1],
    ['one of each sign', [1, -1], 1],
    ['five of one sign', [1, 2, 3, 4, 5], 2 / 32],
    ['a small one of the other sign', [-1, 2, 3, 4, 5], 4 / 32],
    ['equal sizes share a rank', [1, 1, 1, 1, -1], 12 / 32],
    ['twelve of one sign', Array.from({ length: 12 }, (_, index) => index + 1), 2 / 4096],
  ])('%s', (_name, differences, expected) => {
    expect(signRank(differences)).toBeCloseTo(expected, 10);
  });
});
