// The configuration of the plugin.
import { type Check, check, described, section } from '../../core';

const { boolean, integer, optional, string } = check;

export const adminConfig = check.object({
  path: described(
    'The address of the admin, without a slash at the end.',
    optional(string({ pattern: /^(\/[a-z0-9][\w-]*)+$/i, expected: 'a path like "/admin"' }), '/admin'),
  ),
  name: described(
    'The name that the admin shows. Default: the name of the application.',
    optional(string({ min: 1, max: 60 })),
  ),
  presence: section({
    enabled: described('Editors see who else has a document open.', optional(boolean(), true)),
    recheckSeconds: described(
      'Seconds between two checks that people may still see this.',
      optional(integer({ min: 1, max: 30 }), 12),
    ),
  }),
  sessions: section({
    idleHours: described(
      'Hours after which a session without a request ends.',
      optional(integer({ min: 1, max: 8760 }), 12),
    ),
    days: described('Days after which every session ends.', optional(integer({ min: 1, max: 365 }), 14)),
  }),
});

export type AdminConfig = typeof adminConfig extends Check<infer T> ? T : never;
