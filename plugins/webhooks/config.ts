// The configuration of the plugin.
import { type Check, check, described, type Infer, section } from '../../core';
import { networkOf } from './addresses';
import { webhookShape } from './webhook-check';

const { array, integer, object, optional, string } = check;

const network: Check<string> = {
  ...string(),
  parse(input, path, issues) {
    if (typeof input === 'string' && networkOf(input)) return input;
    const message = `expected an address or a network such as "10.0.0.0/8", got ${JSON.stringify(input)}`;
    issues.push({ path, message, value: input });
    return '';
  },
};

const declared = object({
  ...webhookShape,
  secretFrom: string({
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    expected: 'the name of an environment variable (not the secret itself)',
  }),
});

export const webhooksConfig = section({
  webhooks: described(
    'Declared webhooks. Startup creates, changes and deletes them to match this list.',
    optional(array(declared, { max: 100 }), []),
  ),
  allow: described(
    'Addresses and networks that are not public, and to which webhooks may connect.',
    optional(array(network), []),
  ),
  timeout: described(
    'Milliseconds for one delivery, with its answer.',
    optional(integer({ min: 100, max: 60_000 }), 10_000),
  ),
  retries: described(
    'The number of further attempts of a delivery that failed.',
    optional(integer({ min: 0, max: 100 }), 8),
  ),
  disableAfter: described(
    'The number of events in a row that failed in all attempts, after which a webhook is disabled.',
    optional(integer({ min: 1 }), 5),
  ),
  mailTo: described(
    'The address that gets a mail when a webhook is disabled. Needs the plugin `email`.',
    optional(string({ pattern: /^[^\s@]+@[^\s@]+$/, expected: 'a mail address' })),
  ),
  keepDays: described(
    'Days for which the log of deliveries is kept.',
    optional(integer({ min: 1, max: 3_650 }), 30),
  ),
});

export type WebhooksConfig = Infer<typeof webhooksConfig>;
export type DeclaredWebhook = WebhooksConfig['webhooks'][number];
