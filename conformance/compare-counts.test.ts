import { differences } from './compare-counts';

const counts = (passed: number, absent: number) => ({ passed, failed: 0, 'not applicable': absent });

describe('the counts of a run', () => {
  it('are equal to the committed ones', () => {
    expect(differences({ sqlite: counts(9, 1) }, { sqlite: counts(9, 1) })).toEqual([]);
  });

  it('need a report of each title', () => {
    expect(differences({ sqlite: counts(9, 1), other: counts(1, 1) }, { sqlite: counts(9, 1) })).toEqual([
      'other: no report',
    ]);
  });

  it('differ by each state', () => {
    expect(differences({ sqlite: counts(9, 1) }, { sqlite: counts(8, 2) })).toEqual([
      'sqlite: 8 rows passed, expected 9',
      'sqlite: 2 rows not applicable, expected 1',
    ]);
  });

  it('are unknown for a new title', () => {
    expect(differences({}, { sqlite: { passed: 9 } })).toEqual(['sqlite: 9 rows passed, expected none']);
  });
});
