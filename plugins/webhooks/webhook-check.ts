// The check of a webhook, in bodies and in the configuration.
import { check, type Infer } from '../../core';

const { anyOf, anything, array, boolean, object, oneOf, optional, record, string } = check;

/** Of the connection or of Quire: a webhook must not replace them. */
const OWN_HEADERS =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|x-quire-.*|x-strapi-.*)$/i;
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

const headers = {
  ...record(
    string({
      max: 2_000,
      pattern: /^[\t\x20-\x7e\x80-\xff]*$/,
      expected: 'a value of a header without line breaks',
      // Reports of settings must not show it.
      schema: { writeOnly: true },
    }),
  ),
} satisfies ReturnType<typeof record<string>>;
const ownParse = headers.parse;
headers.parse = (input, path, issues) => {
  const value = ownParse(input, path, issues);
  for (const name of Object.keys(value))
    if (!HEADER.test(name) || OWN_HEADERS.test(name))
      issues.push({
        path: [...path, name],
        message: 'is no header that a webhook can set; use another name',
      });
  return value;
};

export const webhookShape = {
  name: string({ min: 1, max: 120, expected: 'a name of 1 to 120 characters' }),
  url: string({ min: 1, max: 2_000, expected: 'a URL of at most 2000 characters' }),
  types: optional(array(string({ min: 1, max: 200 }), { min: 1, max: 200, distinct: true }), ['*']),
  events: optional(array(string({ min: 1, max: 60 }), { min: 1, max: 50, distinct: true }), ['*']),
  condition: optional(
    anyOf('an object as in `filters`, or null', record(anything()), check.oneOf(null)),
    null,
  ),
  payload: optional(oneOf('ids', 'document'), 'ids'),
  role: optional(string({ min: 1, max: 120 }), 'public'),
  format: optional(oneOf('quire', 'strapi'), 'quire'),
  headers: optional(headers, {}),
  enabled: optional(boolean(), true),
};

export const webhookBody = object(webhookShape);
export type WebhookInput = Infer<typeof webhookBody>;
