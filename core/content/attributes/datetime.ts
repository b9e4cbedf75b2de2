// `datetime`: a moment, `yyyy-MM-ddTHH:mm:ss.SSSZ`.
import { readMoment } from './families/moment';
import { momentType } from './families/moment-type';

export const datetimeType = momentType({
  name: 'datetime',
  width: 24,
  read: readMoment,
  aggregates: ['min', 'max', 'groupBy'],
  scalar: 'DateTime',
  shape: { format: 'date-time' },
});
