// The configuration of the plugin.
import { check, described, type Infer, section } from '../../core';

const { anyOf, integer, object, oneOf, optional, record } = check;

const keep = integer({ min: 1, max: 100_000 });
const days = integer({ min: 1, max: 36_500 });

export const historyConfig = section({
  keep: described('The maximum number of versions of each document and locale.', optional(keep, 200)),
  days: described('Days for which versions are kept.', optional(days, 365)),
  types: described(
    'By uid: `{ keep, days }` of the type, or false for a type without history.',
    optional(
      record(
        anyOf(
          '{ keep, days }, or false',
          oneOf(false),
          object({ keep: optional(keep), days: optional(days) }),
        ),
      ),
      {},
    ),
  ),
});

export type HistoryConfig = Infer<typeof historyConfig>;

/** null: the type has no history. */
export function limitsOf(
  config: HistoryConfig,
  uid: string,
): { readonly keep: number; readonly days: number } | null {
  const own = config.types[uid];
  if (own === false) return null;
  return { keep: own?.keep ?? config.keep, days: own?.days ?? config.days };
}
