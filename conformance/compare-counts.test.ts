// A row in a state that is not expected is named; a row that appeared or is gone changes a count.
import { countsOf, differences } from './compare-counts';

const found = {
  sqlite: { a: 'passed', b: 'passed', c: 'recorded' },
  'without-x': { a: 'passed', b: 'not applicable' },
};
const expected = {
  sqlite: countsOf(found.sqlite),
  'without-x': { passed: 1, others: { 'not applicable': ['b'] } },
};

describe('the states of rows', () => {
  it('are equal to themselves', () => {
    expect(differences(expected, found)).toEqual([]);
  });

  it.each([
    [
      'a row that failed',
      { ...found, sqlite: { ...found.sqlite, a: 'failed' } },
      ['sqlite: a is failed, expected passed', 'sqlite: 1 rows passed, expected 2'],
    ],
    [
      'a row that passed',
      { ...found, sqlite: { ...found.sqlite, c: 'passed' } },
      ['sqlite: c is passed, expected recorded', 'sqlite: 3 rows passed, expected 2'],
    ],
    [
      'one more row',
      { ...found, sqlite: { ...found.sqlite, d: 'passed' } },
      ['sqlite: 3 rows passed, expected 2'],
    ],
    [
      'rows that are gone',
      { ...found, 'without-x': { a: 'passed' } },
      ['without-x: b is absent, expected not applicable'],
    ],
    ['no report', { sqlite: found.sqlite }, ['without-x: no report']],
    ['another title', { ...found, other: { a: 'passed' } }, ['other: 1 rows passed, expected 0']],
  ])('differ with %s', (_title, now, lines) => {
    expect(differences(expected, now)).toEqual(lines);
  });
});
