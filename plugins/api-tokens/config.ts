// config/plugins → api-tokens: tokens that are declared, and how much may be tried.
import { check, described, type Infer, section } from '../../core';
import { KINDS } from './kinds';

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
    'Tokens that exist because they stand here: `{ name, type, actions, secretFrom, description }`. Removed where one is removed here.',
    optional(array(declaredToken), []),
  ),
  ratelimit: section({
    enabled: described('Are unknown tokens limited per address?', optional(boolean(), true)),
    interval: section({ min: described('The window, in minutes.', optional(integer({ min: 1 }), 1)) }),
    max: described('Unknown tokens per window and address.', optional(integer({ min: 1 }), 60)),
  }),
  cacheSeconds: described(
    'For how long another process may still take a token as it was; 0: never.',
    optional(integer({ min: 0, max: 300 }), 5),
  ),
});

export type ApiTokensConfig = Infer<typeof apiTokensConfig>;
export type DeclaredToken = ApiTokensConfig['tokens'][number];
