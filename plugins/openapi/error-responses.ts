// The error responses by status, from the error tables of the core and of the plugins.
import { ERROR_TABLES, type JsonSchema } from '../../core';

/** Status → response. */
export function errorResponses(): Record<string, JsonSchema> {
  const names = new Map<number, Set<string>>([[500, new Set(['InternalServerError'])]]);
  for (const table of ERROR_TABLES.values())
    for (const { status, name } of Object.values(table))
      names.set(status, (names.get(status) ?? new Set()).add(name));
  return Object.fromEntries(
    [...names]
      .sort(([a], [b]) => a - b)
      .map(([status, found]) => [`Error${status}`, errorResponse(status, [...found].sort())]),
  );
}

export const errorStatuses = (): string[] =>
  Object.keys(errorResponses()).map((name) => name.replace('Error', ''));

const errorResponse = (status: number, names: readonly string[]): JsonSchema => ({
  description: names.join(', '),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          data: { type: 'null' },
          error: {
            type: 'object',
            properties: {
              status: { const: status },
              name: { enum: names },
              message: { type: 'string' },
              details: { type: 'object' },
            },
            required: ['status', 'name', 'message'],
            additionalProperties: false,
          },
        },
        required: ['data', 'error'],
        additionalProperties: false,
      },
    },
  },
});
