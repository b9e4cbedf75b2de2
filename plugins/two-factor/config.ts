// The configuration of the plugin.
import { check, described, type Infer, secret, section } from '../../core';

const { array, integer, optional, string } = check;

export const twoFactorConfig = section({
  secret: described(
    'The secret that encrypts the keys of users, at least 32 random characters. Without it, no stored key works.',
    optional(secret()),
  ),
  roles: described(
    'Types of roles whose users need a second factor. A user without one sets it up at the next login.',
    optional(array(string({ min: 1 }), { distinct: true }), []),
  ),
  issuer: described(
    'The name that the app of a user shows. Default: the name of the application.',
    optional(string({ min: 1, max: 60 })),
  ),
  attempts: described(
    'Wrong codes of a user in 15 minutes, after which further codes get a 429.',
    optional(integer({ min: 1, max: 100 }), 5),
  ),
});

export type TwoFactorConfig = Infer<typeof twoFactorConfig>;
