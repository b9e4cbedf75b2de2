// `time`: a time of day, `HH:mm:ss.SSS`.
import { readTime } from './families/moment';
import { momentType } from './families/moment-type';

export const timeType = momentType({
  name: 'time',
  width: 12,
  read: readTime,
  aggregates: ['groupBy'],
  scalar: 'Time',
  // the format "time" wants an offset from UTC, which a time of day has not
  shape: { pattern: '^\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?$' },
});
