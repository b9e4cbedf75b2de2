// Where the description is served.
import { check, described } from '../../core';

const path = (fallback: string) =>
  check.optional(
    check.string({ pattern: /^(\/[\w.-]+)+$/, expected: 'a path like /docs, below api.rest.prefix' }),
    fallback,
  );

export const openapiConfig = check.object({
  path: described('Where the document is, below the prefix of the API.', path('/openapi.json')),
  page: described('Where the page is, below the prefix; not in production.', path('/docs')),
});
