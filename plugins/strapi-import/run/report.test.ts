// Counts in = counts out + left out: a difference is a line of the report.
import { isBalanced, reportLines, typeReport } from './report';

it('says that rows are not accounted for', () => {
  const report = { ...typeReport('api::a.a'), read: 5, documents: 2, versions: 3, present: 1 };
  expect(isBalanced(report)).toBe(false);
  expect(reportLines({ types: [report], others: [] })).toEqual([
    'api::a.a: 5 rows, 2 documents, 3 versions, 0 links, 0 components, 1 present before',
    '  WRONG COUNTS: 5 rows were read, and not all are accounted for',
  ]);
  report.leftOut.push({ table: 'as', id: 7, reason: 'unique' });
  expect(isBalanced(report)).toBe(true);
  expect(reportLines({ types: [report], others: ['more'] })).toEqual([
    expect.stringMatching(/1 left out$/),
    '  left out: as 7: unique',
    'more',
  ]);
});
