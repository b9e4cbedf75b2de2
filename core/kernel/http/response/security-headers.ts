// Security headers for browsers, equal on every answer. A route may replace each of them.
import type { Check } from '../../check/check';
import { anyOf, object, oneOf, optional, record, string } from '../../check/checks';
import { described } from '../../check/described';

const DEFAULTS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'self';base-uri 'self';frame-ancestors 'self';object-src 'none';style-src 'self' 'unsafe-inline'",
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  'X-Download-Options': 'noopen',
  'X-DNS-Prefetch-Control': 'off',
  'X-Permitted-Cross-Domain-Policies': 'none',
};

export interface SecurityConfig {
  /** Header name → value, or false to omit the header. */
  readonly headers: Readonly<Record<string, string | false>>;
}

export const securityConfig: Check<SecurityConfig> = object({
  headers: described(
    'Security headers: name → value, or false to omit the header.',
    optional(
      record(
        anyOf('a header value, or false', string({ min: 1, pattern: /^[\t\x20-\x7e]+$/ }), oneOf(false)),
        { key: /^[\w-]+$/, expectedKey: 'a header name' },
      ),
      {},
    ),
  ),
});

/** Names and values in turn. */
export function securityHeaders(config: SecurityConfig): string[] {
  const headers = new Map(
    Object.entries(DEFAULTS).map(([name, value]) => [name.toLowerCase(), [name, value] as const]),
  );
  for (const [name, value] of Object.entries(config.headers)) {
    const spelled = headers.get(name.toLowerCase())?.[0] ?? name;
    if (value === false) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), [spelled, value]);
  }
  return [...headers.values()].flat();
}
