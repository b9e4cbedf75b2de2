// The configuration of the plugin.
import { type Check, check, described, type Infer, section } from '../../core';

const { array, integer, optional, string } = check;

/** Android apps have an origin without a host. */
const ANDROID = /^android:apk-key-hash:[\w-]{43}$/;

const origin: Check<string> = {
  ...string(),
  parse(input, path, issues) {
    if (typeof input === 'string' && (ANDROID.test(input) || isWebOrigin(input))) return input;
    issues.push({
      path,
      message: `expected an origin with HTTPS, such as "https://www.example.com", got ${JSON.stringify(input)}`,
      value: input,
    });
    return '';
  },
};

/** Browsers have passkeys over HTTPS, and on `localhost`. */
export function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin: own, protocol, hostname } = new URL(text);
  return own === text && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'));
}

export const passkeysConfig = section({
  rpId: described(
    'The domain to which passkeys belong, such as `example.com`. A change makes all passkeys useless. Default: the host of `server.url`.',
    optional(string({ min: 1, max: 253 })),
  ),
  rpName: described(
    'The name that browsers show. Default: the name of the application.',
    optional(string({ min: 1, max: 60 })),
  ),
  origins: described(
    'The origins of pages and apps that may use passkeys. Default: the origin of `server.url`.',
    optional(array(origin, { distinct: true })),
  ),
  perUser: described(
    'The number of passkeys that a user may have.',
    optional(integer({ min: 1, max: 100 }), 20),
  ),
});

export type PasskeysConfig = Infer<typeof passkeysConfig>;
