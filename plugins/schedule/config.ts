// The configuration of the plugin.
import { type Check, check, described, type Infer, section } from '../../core';
import { timeZoneOf } from './moment';

const { integer, optional, string } = check;

export const timeZone: Check<string> = {
  ...string({ min: 1, max: 64 }),
  parse(input, path, issues) {
    const known = typeof input === 'string' && input.length <= 64 ? timeZoneOf(input) : null;
    if (known !== null) return known;
    const message = `expected an IANA time zone such as "Europe/Berlin", got ${JSON.stringify(input)}`;
    issues.push({ path, message, value: input });
    return 'UTC';
  },
};

export const scheduleConfig = section({
  timeZone: described(
    'The time zone of local times for which a request names none.',
    optional(timeZone, 'UTC'),
  ),
  changes: described(
    'The maximum number of changes of one release. They run in one transaction.',
    optional(integer({ min: 1, max: 10_000 }), 500),
  ),
  keepDays: described(
    'Days for which changes that are done, failed or cancelled stay in the list.',
    optional(integer({ min: 1, max: 3_650 }), 90),
  ),
});

export type ScheduleConfig = Infer<typeof scheduleConfig>;
