// Changes between reports: what turned red, since when, and rows that came or went.
import { changesOf, diffText, type Earlier, hasTurnedRed, redLine } from './diff';

const report = (began: string, states: Record<string, string>): Earlier => ({
  began,
  states: new Map(Object.entries(states)),
});
const first = report('2024-01-01', { a: 'passed', b: 'failed', c: 'passed', d: 'recorded' });
const second = report('2024-01-02', {
  a: 'failed',
  b: 'passed',
  c: 'failed',
  d: 'not applicable',
  e: 'passed',
});
const third = report('2024-01-03', { a: 'failed', b: 'passed', c: 'passed' });

describe('two reports', () => {
  it('differ by rows, first those that turned red', () => {
    expect(changesOf(first.states, second.states)).toEqual([
      { title: 'turned red', rows: ['a', 'c'] },
      { title: 'turned green', rows: ['b'] },
      { title: 'new', rows: ['e'] },
      { title: 'recorded → not applicable', rows: ['d'] },
    ]);
    expect(changesOf(second.states, third.states).at(-1)).toEqual({ title: 'gone', rows: ['d', 'e'] });
    expect(hasTurnedRed(first, second)).toBe(true);
    expect(hasTurnedRed(second, third)).toBe(false);
    expect(diffText(first, first)).toContain('every row has the same state');
  });

  it('tell since when a row has been red', () => {
    expect(redLine('a', [])).toBeNull();
    expect(redLine('a', [second, third, first])).toBe('red since 2024-01-02');
    expect(redLine('c', [first, second, third])).toBe('turned red since the last report');
  });
});
