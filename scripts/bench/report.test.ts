// The verdicts: which figures make the bench fail.
import { verdictOfChange } from './compare/comparison-table';
import { isBad, verdictOf } from './report';
import { type Figure, ratioFigure } from './scenarios/scenario';

const base = { scenario: 'a', label: 'GET one', unit: 'µs', target: 1.2, failAbove: 1.6 } as const;
const of = (ratio: number): Figure => ratioFigure(base, ratio * 50, 50);
const rate = { micros: 50, perSecond: 1000, p50: 1, p99: 2 };
const itself = (ratio: number): Figure => ({ ...of(ratio), rates: { ours: rate, limit: rate, peer: null } });

const cases: readonly (readonly [
  what: string,
  figure: Figure,
  self: boolean,
  verdict: string,
  bad: boolean,
])[] = [
  ['a ratio at the target', of(1.2), false, 'on target', false],
  ['a ratio below the limit', of(1.5), false, 'within', false],
  ['a ratio above the limit', of(1.7), false, 'ABOVE', true],
  ['a missing figure', of(Number.NaN), false, 'ABOVE', true],
  ['answers that differ', { ...of(1), differs: 'data.title' }, false, 'DIFFERS', true],
  ['a missing server', { ...of(Number.NaN), skipped: 'refused' }, false, 'skipped', false],
  ['the limit against itself, even', itself(1.05), true, 'even', false],
  ['the limit against itself, uneven', itself(1.3), true, 'NOISY', true],
];

describe('verdictOf', () => {
  it.each(cases)('judges %s', (_, figure, self, verdict, bad) => {
    expect(verdictOf(figure, self)).toBe(verdict);
    expect(isBad(verdictOf(figure, self))).toBe(bad);
  });
});

describe('verdictOfChange', () => {
  it.each([
    ['a difference that may be noise', 1.3, 0.06, 'same'],
    ['a small difference', 1.015, 0.0005, 'same'],
    ['a lower cost', 0.9, 0.01, 'cheaper'],
    ['a higher cost', 1.08, 0.0005, 'dearer'],
    ['a much higher cost, less sure', 1.2, 0.03, 'dearer'],
    ['a much higher cost', 1.2, 0.005, 'DEARER'],
  ])('%s', (_name, ratio, probability, verdict) => {
    expect(verdictOfChange({ ratio, probability })).toBe(verdict);
  });
});
