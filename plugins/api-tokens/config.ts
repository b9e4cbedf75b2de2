// The configuration of the plugin.
import { check, described, type Infer, section } from '../../core';
import { KINDS } from './token-kinds';

const { array, boolean, integer, object, oneOf, optional, string } = check;

const declaredToken = object({
  name: string({ min: 1, max: 255 }),
  description: optional(string(), ''),
  type: oneOf(...KINDS),
  actions: optional(array(string({ min: 1 }), { distinct: true }), []),
  secretFrom: string({
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    expected: 'the name of an environment variable (not the secret itself)',
  }),
});

export const apiTokensConfig = section({
  tokens: described(
    'Declared tokens: `{ name, type, actions, secretFrom, description }`. Startup creates, changes and deletes them to match this list.',
    optional(array(declaredToken), []),
  ),
  followMaker: described(
    'A token that a user created stops working when the user is blocked, deleted or lacks a permission of the token.',
    optional(boolean(), true),
  ),
  ratelimit: section({
    enabled: described('Limits requests with unknown tokens per client address.', optional(boolean(), true)),
    interval: section({
      min: described('The window of the limit, in minutes.', optional(integer({ min: 1 }), 1)),
    }),
    max: described('The number of unknown tokens per window and address.', optional(integer({ min: 1 }), 60)),
  }),
  cacheSeconds: described(
    'Seconds for which a token stays cached, at most 300. Changes of other processes arrive as messages; if one is lost, after this time. 0 disables the cache.',
    optional(integer({ min: 0, max: 300 }), 1),
  ),
});

export type ApiTokensConfig = Infer<typeof apiTokensConfig>;
export type DeclaredToken = ApiTokensConfig['tokens'][number];
