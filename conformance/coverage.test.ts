// Rows and cases belong together: each row has a case, each case has a row, and ids are unique.
import { allCases } from './cases/all-cases';
import { contributions } from './find-contributions';
import { gapsOf } from './report/coverage';
import { SPEC_ROWS } from './spec/all-rows';
import { CAPABILITIES } from './spec/row';

describe('the rows of the specification', () => {
  const extra = contributions();
  const rows = [...SPEC_ROWS, ...extra.rows];
  const cases = [...allCases(), ...extra.cases];
  const gaps = gapsOf(rows, cases);

  it('have a case each', () => {
    expect(gaps.rowsWithoutCase).toEqual([]);
  });

  it('exist for every case', () => {
    expect(gaps.casesWithoutRow).toEqual([]);
  });

  it('have unique ids', () => {
    expect(gaps.repeatedRows).toEqual([]);
  });

  it('need known capabilities', () => {
    const known = new Set(Object.keys(CAPABILITIES));
    const unknown = SPEC_ROWS.flatMap(({ needs }) =>
      needs.filter((need) => !known.has(need.replace(/^no-/, ''))),
    );
    expect(unknown).toEqual([]);
  });

  it('reports a row without a case, and a case without a row', () => {
    const [row] = rows;
    if (!row) throw new Error('there are no rows');
    expect(gapsOf([{ ...row, id: 'new.row' }], [{ rows: ['old.row'] }])).toEqual({
      rowsWithoutCase: ['new.row'],
      casesWithoutRow: ['old.row'],
      repeatedRows: [],
    });
  });
});
