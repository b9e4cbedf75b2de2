import { createEvaluationPace } from './evaluation-pace';

it('takes more changes together while reads are fast, fewer when they block or take long, and one after a failure', () => {
  const pace = createEvaluationPace();
  const key = {};
  const most = [pace.mostOf(key)];
  const reads = [
    { blocked: 0, total: 1 },
    { blocked: 0, total: 1 },
    { blocked: 0, total: 300 },
    { blocked: 0, total: 501 },
    { blocked: 7, total: 7 },
    { blocked: 4, total: 4 },
  ];
  for (const read of reads) {
    pace.took(key, 1, 1, read);
    most.push(pace.mostOf(key));
  }
  pace.failed(key);
  expect([...most, pace.mostOf(key)]).toEqual([4, 8, 16, 16, 8, 4, 4, 1]);
});
