// config/plugins → users-permissions. Times in seconds unless the key says otherwise.
import { type AttributeDefinition, type Check, check, described, secret, section } from '../../core';
import type { ActionRule } from './action-rule';

const { anyOf, array, boolean, integer, object, oneOf, optional, record, string, anything } = check;

const seconds = (otherwise: number) => optional(integer({ min: 1, max: 3_153_600_000 }), otherwise);

/** `30d`, `12h`, `10m`, `45s`, or seconds. */
const lifetime: Check<string | number> = anyOf(
  'seconds, or a text like "30d", "12h", "10m"',
  integer({ min: 1 }),
  string({ pattern: /^\d+ ?[smhdw]$/ }),
);

export const ruleCheck: Check<ActionRule & { readonly action: string }> = object({
  action: string({ min: 1 }),
  where: optional(record(anything())),
  fields: optional(array(string({ min: 1 }), { distinct: true })),
});

const roleCheck = object({
  name: optional(string({ min: 1 })),
  description: optional(string(), ''),
  actions: optional(
    array(anyOf('the name of an action, or { action, where, fields }', string({ min: 1 }), ruleCheck)),
    [],
  ),
});

const mail = (subject: string, text: string, html: string) =>
  section({
    subject: optional(string({ min: 1 }), subject),
    text: optional(string({ min: 1 }), text),
    html: optional(string({ min: 1 }), html),
  });

export const usersPermissionsConfig = object({
  jwtSecret: described(
    'Signs the tokens: at least 32 random characters. Absent: the variable JWT_SECRET; outside production one is written into .env.',
    optional(secret()),
  ),
  jwtManagement: described(
    '`legacy-support`: one long-lived token; `refresh`: short access tokens with rotating refresh tokens.',
    optional(oneOf('legacy-support', 'refresh'), 'legacy-support'),
  ),
  jwt: section({ expiresIn: described('How long a token lives.', optional(lifetime, '30d')) }),
  sessions: section({
    accessTokenLifespan: described('How long an access token lives.', seconds(600)),
    idleRefreshTokenLifespan: described(
      'A session that is not refreshed for so long ends.',
      seconds(1_209_600),
    ),
    maxRefreshTokenLifespan: described('A session ends after so long, whatever happens.', seconds(2_592_000)),
  }),
  register: section({
    enabled: described('May people register themselves?', optional(boolean(), true)),
    allowedFields: described(
      'Attributes of the application that registration and PUT /users/me accept beside username, email and password.',
      optional(array(string({ min: 1 }), { distinct: true }), []),
    ),
    role: described(
      'The type of the role that who registers gets.',
      optional(string({ min: 1 }), 'authenticated'),
    ),
    emailConfirmation: described(
      'Must an address be confirmed before its user may log in?',
      optional(boolean(), false),
    ),
  }),
  urls: section({
    resetPassword: described(
      'The page of the front end that takes a reset code.',
      optional(string(), '/reset-password'),
    ),
    confirmed: described('Where a confirmed address is redirected to.', optional(string({ min: 1 }), '/')),
  }),
  resetCodeLifespan: described('How long a code to reset a password is good for.', seconds(3600)),
  mails: section({
    resetPassword: mail(
      'Reset password',
      'Somebody asked to reset the password of your account. If it was you, open this address:\n\n{{url}}\n',
      '<p>Somebody asked to reset the password of your account. If it was you, open this address:</p><p><a href="{{url}}">{{url}}</a></p>',
    ),
    confirmation: mail(
      'Account confirmation',
      'Thank you for registering. Confirm your address by opening:\n\n{{url}}\n',
      '<p>Thank you for registering. Confirm your address by opening:</p><p><a href="{{url}}">{{url}}</a></p>',
    ),
  }),
  ratelimit: section({
    enabled: described('Are requests that carry a credential limited?', optional(boolean(), true)),
    interval: described(
      'The window, in minutes: `{ min: 1 }`.',
      section({ min: optional(integer({ min: 1 }), 1) }),
    ),
    max: described('Requests per window, address and path.', optional(integer({ min: 1 }), 10)),
    accountInterval: described(
      'The window of the limit per account, in minutes.',
      section({ min: optional(integer({ min: 1 }), 15) }),
    ),
    accountMax: described(
      'Failed attempts per window and account, whatever address they come from.',
      optional(integer({ min: 1 }), 50),
    ),
  }),
  user: section({
    attributes: described(
      'Attributes of the application’s own on the user type, as a schema file writes them.',
      optional(record(anything() as Check<AttributeDefinition>), {}),
    ),
  }),
  roles: described(
    'Roles by type, with what they may do: applied at every start, removed where it is removed here.',
    optional(
      record(roleCheck, {
        key: /^[a-z][a-z0-9_-]*$/,
        expectedKey: 'a type of small letters, digits and dashes',
      }),
      {},
    ),
  ),
  cacheSeconds: described(
    'For how long another process may still see a user, a role or a session as it was; 0: never.',
    optional(integer({ min: 0, max: 300 }), 5),
  ),
});

export type UsersPermissionsConfig = typeof usersPermissionsConfig extends Check<infer T> ? T : never;
export type RoleConfig = UsersPermissionsConfig['roles'][string];
