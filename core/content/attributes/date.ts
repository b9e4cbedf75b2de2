// `date`: a day, `yyyy-MM-dd`.
import { readDate } from './families/moment';
import { momentType } from './families/moment-type';

export const dateType = momentType({
  name: 'date',
  width: 10,
  read: readDate,
  aggregates: ['min', 'max', 'groupBy'],
  scalar: 'Date',
  shape: { format: 'date' },
});
