// The configuration of the plugin. Times are in seconds unless the key names another unit.
import { type AttributeDefinition, type Check, check, described, secret, section } from '../../core';
import type { ActionRule } from './roles/action-rule';

const { anyOf, array, boolean, integer, object, oneOf, optional, record, string, anything } = check;

const seconds = (fallback: number) => optional(integer({ min: 1, max: 3_153_600_000 }), fallback);

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
  full: optional(boolean(), false),
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
    'The secret that signs tokens, at least 32 random characters. Default: the variable JWT_SECRET, or the file that JWT_SECRET_FILE names. In development startup writes one to .env.',
    optional(secret()),
  ),
  jwtManagement: described(
    '`legacy-support`: one long-lived token; `refresh`: short access tokens with rotating refresh tokens.',
    optional(oneOf('legacy-support', 'refresh'), 'legacy-support'),
  ),
  jwt: section({
    expiresIn: described(
      'The lifetime of a token: seconds, or a text like "30d", "12h", "10m".',
      optional(lifetime, '30d'),
    ),
    algorithm: described(
      'How tokens are signed. RS256, RS384 and RS512 need `jwt.privateKey`.',
      optional(oneOf('HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512'), 'HS256'),
    ),
    privateKey: described('The private RSA key (PEM), at least 2048 bits.', optional(secret())),
    publicKey: described(
      'The public key (PEM). Default: the one of the private key.',
      optional(string({ min: 1 })),
    ),
    issuer: described('The issuer (`iss`) of tokens. Others are refused.', optional(string({ min: 1 }))),
    audience: described('The audience (`aud`) of tokens. Others are refused.', optional(string({ min: 1 }))),
  }),
  sessions: section({
    accessTokenLifespan: described('The lifetime of an access token, in seconds.', seconds(600)),
    idleRefreshTokenLifespan: described(
      'Seconds after which a session without a refresh ends.',
      seconds(1_209_600),
    ),
    refreshGrace: described(
      'Seconds in which a used refresh token works again, for example from other browser tabs. 0: never.',
      optional(integer({ min: 0, max: 3600 }), 10),
    ),
    httpOnly: described(
      'Sends refresh tokens as httpOnly cookies. If false, a request can ask for the cookie with the header `x-strapi-refresh-cookie: httpOnly`.',
      optional(boolean(), false),
    ),
    cookie: section({
      name: described(
        'The name of the cookie.',
        optional(string({ pattern: /^[\w-]+$/ }), 'strapi_up_refresh'),
      ),
      path: described('The path of the cookie.', optional(string({ pattern: /^\/[^;\s]*$/ }), '/')),
      domain: described('The domain of the cookie.', optional(string({ pattern: /^[\w.-]+$/ }))),
      sameSite: described(
        'The attribute SameSite of the cookie.',
        optional(oneOf('strict', 'lax', 'none'), 'lax'),
      ),
      secure: described(
        'Limits the cookie to HTTPS. Default: true in production, false elsewhere.',
        optional(boolean()),
      ),
    }),
    maxRefreshTokenLifespan: described('Seconds after which every session ends.', seconds(2_592_000)),
  }),
  register: section({
    enabled: described('Enables registration.', optional(boolean(), true)),
    allowedFields: described(
      'Attributes of the application that registration and PUT /users/me accept in addition to username, email and password.',
      optional(array(string({ min: 1 }), { distinct: true }), []),
    ),
    role: described(
      'The type of the role of a newly registered user.',
      optional(string({ min: 1 }), 'authenticated'),
    ),
    emailConfirmation: described(
      'Requires a confirmed address before a user can log in.',
      optional(boolean(), false),
    ),
  }),
  urls: section({
    resetPassword: described(
      'The page of the front end that asks for the new password. The email links to it with `?code=`.',
      optional(string(), '/reset-password'),
    ),
    confirmed: described(
      'The page to which the confirmation link redirects.',
      optional(string({ min: 1 }), '/'),
    ),
  }),
  resetCodeLifespan: described('The lifetime of a password reset code, in seconds.', seconds(3600)),
  mails: section({
    resetPassword: mail(
      'Reset password',
      'We received a request to reset your password. To set a new password, open this address:\n\n{{url}}\n',
      '<p>We received a request to reset your password. To set a new password, open this address:</p><p><a href="{{url}}">{{url}}</a></p>',
    ),
    confirmation: mail(
      'Account confirmation',
      'Thank you for registering. Confirm your address by opening:\n\n{{url}}\n',
      '<p>Thank you for registering. Confirm your address by opening:</p><p><a href="{{url}}">{{url}}</a></p>',
    ),
  }),
  ratelimit: section({
    enabled: described('Limits requests that carry a credential.', optional(boolean(), true)),
    interval: section({
      min: described('The window of the limit per address, in minutes.', optional(integer({ min: 1 }), 1)),
    }),
    max: described('The number of requests per window, address and path.', optional(integer({ min: 1 }), 10)),
    accountInterval: section({
      min: described('The window of the limit per account, in minutes.', optional(integer({ min: 1 }), 15)),
    }),
    accountMax: described(
      'The number of failed attempts per window and account, from all addresses together.',
      optional(integer({ min: 1 }), 50),
    ),
  }),
  user: section({
    attributes: described(
      'Attributes that the application adds to the user type, as in a schema file.',
      optional(record(anything() as Check<AttributeDefinition>), {}),
    ),
  }),
  roles: described(
    'Roles by type with their permissions. Startup grants them. It also revokes permissions that you remove here. `full: true` is a role with every permission.',
    optional(
      record(roleCheck, {
        key: /^[a-z][a-z0-9_-]*$/,
        expectedKey: 'a role type of lower-case letters, digits, _ and -',
      }),
      {},
    ),
  ),
  cacheSeconds: described(
    'Seconds for which users, roles and sessions stay cached, at most 300. Changes of other processes arrive as messages; if one is lost, after this time. 0 disables the cache.',
    optional(integer({ min: 0, max: 300 }), 1),
  ),
});

export type UsersPermissionsConfig = typeof usersPermissionsConfig extends Check<infer T> ? T : never;
export type RoleConfig = UsersPermissionsConfig['roles'][string];
