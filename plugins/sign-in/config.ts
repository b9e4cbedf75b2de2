// The configuration of the plugin.
import { type Check, check, described, type Infer, secret, section } from '../../core';
import { PRESETS } from './presets';

const { array, boolean, integer, object, oneOf, optional, record, string } = check;

const url = (expected: string, isGood: (url: URL) => boolean): Check<string> => ({
  ...string(),
  parse(input, path, issues) {
    const isUrl = typeof input === 'string' && URL.canParse(input);
    if (isUrl && isGood(new URL(input))) return input;
    issues.push({ path, message: `expected ${expected}, got ${JSON.stringify(input)}`, value: input });
    return '';
  },
});

/** Also `myapp://signed-in` of a mobile app, but no address that a browser executes. */
const page = url(
  'the address of a page, such as "https://www.example.com/signed-in"',
  ({ protocol, hash }) => hash === '' && !/^(javascript|data|vbscript|file|blob|about):$/i.test(protocol),
);

const server = url(
  'the address of a provider, such as "https://accounts.example.com"',
  ({ protocol, hash, search }) => /^https?:$/.test(protocol) && hash === '' && search === '',
);

const provider = object({
  preset: described(
    `${PRESETS.join(', ')}, or \`openid\` for any other OpenID provider. Default: the name of the provider if it is a preset, otherwise \`openid\`.`,
    optional(oneOf(...PRESETS, 'openid')),
  ),
  issuer: described(
    'The address of the provider. `openid`, `keycloak` and `microsoft` need it; the other presets know it.',
    optional(server),
  ),
  clientId: described('The id that the provider gave this application.', string({ min: 1 })),
  clientSecret: described(
    'The secret that the provider gave. Without one, the client is public.',
    optional(secret()),
  ),
  scopes: described('What Quire asks for. Default: that of the preset.', optional(array(string({ min: 1 })))),
  callback: described('The page of the front end that gets `?access_token=`, or `?error=`.', page),
  allowedCallbacks: described(
    'Other pages that a front end may name: `GET /api/connect/:provider?callback=…`.',
    optional(array(page), []),
  ),
  createUsers: described('Creates a user at the first sign-in.', optional(boolean(), true)),
  link: described(
    'To which existing user a first sign-in with the same verified address leads. `never`: none. `sameProvider`: a user whose attribute `provider` is this provider, such as from Strapi. `confirmed`: also a user who has confirmed the address; needs `register.emailConfirmation` of users-permissions.',
    optional(oneOf('never', 'sameProvider', 'confirmed'), 'never'),
  ),
  trustEmail: described(
    'Takes each address of the provider as verified. Only for a provider in which people cannot choose their address.',
    optional(boolean(), false),
  ),
  groups: described(
    'The claim that lists the groups of a person, such as `realm_access.roles`.',
    optional(string({ min: 1 }), 'groups'),
  ),
  roles: described(
    'Roles by group. Each sign-in sets the role: that of the first group in this list which the person has, otherwise `register.role`. Empty: a sign-in does not change roles.',
    optional(array(object({ group: string({ min: 1 }), role: string({ min: 1 }) })), []),
  ),
});

export const signInConfig = section({
  providers: described(
    'The providers by name. The name is in the addresses: `/api/connect/google`.',
    optional(
      record(provider, {
        // `local` is the provider of users with a password.
        key: /^(?!local$)[a-z][a-z0-9-]{0,59}$/,
        expectedKey: 'a name of lower-case letters, digits and -, other than "local"',
      }),
      {},
    ),
  ),
  timeout: described(
    'Milliseconds for one answer of a provider.',
    optional(integer({ min: 100, max: 60_000 }), 5_000),
  ),
  perMinute: described(
    'The number of requests to these routes in a minute and from one address.',
    optional(integer({ min: 1 }), 30),
  ),
});

export type SignInConfig = Infer<typeof signInConfig>;
export type ProviderConfig = SignInConfig['providers'][string];
