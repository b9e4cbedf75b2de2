// Checks the definitions of routes. route-path.ts checks their paths.
import { anyOf, array, boolean, callable, oneOf, optional, string } from '../../check/checks';
import { aCheck, nullable, part, reference } from '../../check/part';

const text = string({ min: 1 });

export const routeCheck = part(
  {
    method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path: string(),
    action: nullable(text),
    summary: string(),
    tags: optional(array(text)),
    link: optional(text),
    body: optional(oneOf('none', 'json', 'multipart')),
    keepsText: optional(boolean()),
    checks: optional(
      part({
        params: optional(aCheck),
        query: optional(aCheck),
        body: optional(aCheck),
        answer: optional(aCheck),
      }),
    ),
    policies: optional(array(reference)),
    middlewares: optional(array(reference)),
    commits: optional(oneOf('found', 'passed', 'none')),
    cacheControl: optional(
      anyOf(
        'text, a function, or an object such as { anonymous, authenticated }',
        text,
        callable(),
        part({ anonymous: optional(text), authenticated: optional(text) }),
      ),
    ),
    removedBy: optional(text),
    handler: callable(),
  },
  {
    missing: {
      action: '; write the permission action that the route needs, or null for a public route',
      handler: '; write a function (request) => answer',
    },
  },
);
