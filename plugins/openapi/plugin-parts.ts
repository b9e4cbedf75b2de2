// What plugins add to the document: headers of requests and answers, and ways to send credentials.
import type { App, JsonSchema, RouteDefinition } from '../../core';

const TEXT: JsonSchema = { type: 'string' };

/** The headers of a route. */
export function headersOf({ headers }: App, route: RouteDefinition) {
  const own = headers.values().filter(({ on }) => on?.(route) ?? true);
  const shown = own.filter((header) => header.in === 'response');
  return {
    parameters: own
      .filter((header) => header.in === 'request')
      .map(
        ({ name, description, openapi = TEXT }): JsonSchema => ({
          name,
          in: 'header',
          description,
          schema: openapi,
        }),
      ),
    response:
      shown.length === 0
        ? null
        : Object.fromEntries(
            shown.map(({ name, description, openapi = TEXT }) => [name, { description, schema: openapi }]),
          ),
  };
}

export const securitySchemesOf = ({ securitySchemes }: App): Readonly<Record<string, JsonSchema>> => ({
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a user, or an API token' },
  ...Object.fromEntries(
    securitySchemes.values().map(({ name, description, openapi }) => [name, { description, ...openapi }]),
  ),
});

/** One of them is enough; `{}`: a route may also be open to requests without credentials. */
export const securityOf = (app: App): readonly JsonSchema[] => [
  ...Object.keys(securitySchemesOf(app)).map((name) => ({ [name]: [] })),
  {},
];
