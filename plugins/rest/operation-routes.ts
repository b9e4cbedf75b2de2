// The routes of operations that plugins add to the document service.
// `POST /api/:plural/:documentId/actions/<operation>`; a single type has no id in the path.
import { type ContentType, check, type DocumentOperation } from '../../core';
import type { Handlers } from './handlers';
import type { BareRoute } from './routes';

export function operationRoutes(
  type: ContentType,
  handlers: Handlers,
  base: string,
  operations: readonly DocumentOperation[],
): Readonly<Record<string, BareRoute>> {
  const one = type.kind === 'singleType' ? base : `${base}/:documentId`;
  return Object.fromEntries(
    operations.map((operation): [string, BareRoute] => {
      const { name, description, takes } = operation;
      return [
        name,
        {
          method: 'POST',
          path: `${one}/actions/${dashed(name)}`,
          summary: description ?? `Runs the operation ${name} on a document of ${type.displayName}`,
          ...(takes ? { body: 'json', checks: { body: check.object({ data: takes }) } } : {}),
          handler: (request, { body }) => handlers.operation(operation, request, body),
        },
      ];
    }),
  );
}

/** `archiveAll` → `archive-all`. */
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
