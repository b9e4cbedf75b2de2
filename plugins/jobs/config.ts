// The configuration of the plugin.
import { check, described, type Infer, section } from '../../core';
import { isTimeZone } from './cron';

const { integer, optional, string } = check;

const timeZone: typeof utc = {
  ...string({ min: 1 }),
  parse(input, path, issues) {
    if (typeof input === 'string' && isTimeZone(input)) return input;
    issues.push({
      path,
      message: `expected an IANA time zone such as "Europe/Berlin", got ${JSON.stringify(input)}`,
      value: input,
    });
    return 'UTC';
  },
};
const utc = string();

export const jobsConfig = section({
  concurrency: described(
    'The number of jobs that run at once in one process.',
    optional(integer({ min: 1, max: 1_000 }), 10),
  ),
  timeout: described(
    'Milliseconds after which the signal of a job aborts, for jobs without a timeout of their own.',
    optional(integer({ min: 1 }), 60_000),
  ),
  retries: described(
    'The number of further attempts of a failed job, for jobs without `retries` of their own.',
    optional(integer({ min: 0, max: 1_000 }), 5),
  ),
  lease: described(
    'Seconds after which another process takes over a job whose process ended.',
    optional(integer({ min: 1, max: 3_600 }), 30),
  ),
  poll: described(
    'Milliseconds between two looks for jobs that another process enqueued.',
    optional(integer({ min: 10, max: 60_000 }), 1_000),
  ),
  timeZone: described('The time zone of schedules that name none.', optional(timeZone, 'UTC')),
  keepDays: described(
    'Days for which dead and cancelled jobs stay in the table.',
    optional(integer({ min: 1, max: 3_650 }), 30),
  ),
});

export type JobsConfig = Infer<typeof jobsConfig>;
