// `time`: a time of day, `HH:mm:ss.SSS`.
import { readTime } from './families/moment';
import { momentType } from './families/moment-type';

export const timeType = momentType({
  name: 'time',
  width: 12,
  read: readTime,
  aggregates: ['groupBy'],
  scalar: 'Time',
  format: 'time',
});
