// A row that vanished, appeared or changed its state is named, even when the counts stay the same.
import { differences, packed, unpacked } from './compare-counts';

const expected = {
  sqlite: { a: 'passed', b: 'passed', c: 'recorded' },
  'without-x': { a: 'passed', b: 'not applicable' },
};

describe('the states of rows', () => {
  it('are equal to themselves', () => {
    expect(differences(expected, expected)).toEqual([]);
  });

  it.each([
    [
      'another row',
      { ...expected, sqlite: { a: 'passed', d: 'passed', c: 'recorded' } },
      ['sqlite: b is not selected, expected passed', 'sqlite: d is passed, expected not selected'],
    ],
    [
      'another state',
      { ...expected, sqlite: { ...expected.sqlite, a: 'failed' } },
      ['sqlite: a is failed, expected passed'],
    ],
    ['no report', { sqlite: expected.sqlite }, ['without-x: no report']],
  ])('differ with %s', (_title, found, lines) => {
    expect(differences(expected, found)).toEqual(lines);
  });

  it('are the same after they were written', () => {
    expect(packed(expected)['without-x']).toEqual({ b: 'not applicable', c: 'not selected' });
    expect(unpacked(packed(expected))).toEqual(expected);
  });
});
