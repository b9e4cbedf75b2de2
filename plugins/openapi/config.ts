// The configuration of the plugin.
import { check, described } from '../../core';

const path = (fallback: string) =>
  check.optional(
    check.string({ pattern: /^(\/[\w.-]+)+$/, expected: 'a path like /docs, relative to api.rest.prefix' }),
    fallback,
  );

export const openapiConfig = check.object({
  path: described('The path of the document, relative to `api.rest.prefix`.', path('/openapi.json')),
  page: described(
    'The path of the documentation page, relative to `api.rest.prefix`. Production has no page.',
    path('/docs'),
  ),
  v4: described(
    'Also describes the responses of `Strapi-Response-Format: v4`.',
    check.optional(check.boolean(), false),
  ),
});
