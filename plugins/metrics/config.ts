// The configuration of the plugin.
import { type Check, check, described, type Infer, section } from '../../core';

const { array, integer, number, optional, string } = check;

const DEFAULT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const list = array(number(), { min: 1, max: 30 });

/** Upper bounds in rising order. */
const bounds: Check<readonly number[]> = {
  ...list,
  parse(input, path, issues) {
    const given = list.parse(input, path, issues);
    const isRising = given.every((bound, at) => bound > (given[at - 1] ?? 0));
    if (!isRising && Array.isArray(input))
      issues.push({ path, message: 'expected seconds above 0 in rising order', value: input });
    return given;
  },
};

export const metricsConfig = section({
  port: described(
    'A port of its own for `/_metrics`, without credentials. Absent: a route of the application with an action.',
    optional(integer({ min: 0, max: 65_535 })),
  ),
  host: described('The address of this port.', optional(string({ min: 1 }), '127.0.0.1')),
  buckets: described('The upper bounds (s) of all histograms.', optional(bounds, DEFAULT_BUCKETS)),
});

export type MetricsConfig = Infer<typeof metricsConfig>;
