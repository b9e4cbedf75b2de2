// Rows and cases belong together: each row has a case, each case has a row, and ids are unique.
import { allCases } from './cases/all-cases';
import { contributions } from './find-contributions';
import { gapsOf, problemsOf } from './report/coverage';
import { SPEC_ROWS } from './spec/all-rows';

describe('the rows of the specification', () => {
  const extra = contributions();
  const rows = [...SPEC_ROWS, ...extra.rows];
  const cases = [...allCases(), ...extra.cases];

  it('have cases, and cases have rows; ids are unique, and needs are known and declared', () => {
    expect(problemsOf(rows, cases)).toEqual([]);
  });

  it.each([
    ['a row without a case', { id: 'new.row' }, {}, { rowsWithoutCase: ['new.row'] }],
    ['a case without a row', {}, { rows: ['ROW', 'old.row'] }, { casesWithoutRow: ['old.row'] }],
    ['a need with a wrong name', { needs: ['draft'] }, {}, { unknownNeeds: ['ROW: draft'] }],
    ['a need of a case with a wrong name', {}, { needs: ['no-draft'] }, { unknownNeeds: ['ROW: no-draft'] }],
    ['a need that only the case declares', {}, { needs: ['i18n'] }, { hiddenNeeds: ['ROW: i18n'] }],
    ['a separate start', {}, { deploy: {} }, { hiddenNeeds: ['ROW: a separate start'] }],
  ])('are refused with %s', (_title, row, one, gap) => {
    const [known] = rows;
    if (!known) throw new Error('there are no rows');
    const own = { ...known, needs: [], ...row };
    const name = (text: string): string => (text === 'ROW' ? known.id : text.replace('ROW', known.id));
    const found = gapsOf(
      [own],
      [{ rows: [known.id], ...one }].map((made) => ({ ...made, rows: made.rows.map(name) })),
    );
    const [key = '', lines = []] = Object.entries(gap)[0] ?? [];
    expect(found[key as keyof typeof found]).toEqual(lines.map(name));
  });
});
