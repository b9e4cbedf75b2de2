// The routes of a content type: five for a collection, three for a single type, and one for each operation that plugins add.
// Components have none.
import type { ContentType, DocumentOperation, RouteDefinition } from '../../core';
import type { Handlers } from './handlers';

export function routesOf(
  type: ContentType,
  handlers: Handlers,
  prefix: string,
  operations: readonly DocumentOperation[],
): RouteDefinition[] {
  const name = type.displayName;
  const tags = [type.displayName];
  const action = (verb: string): string => `${type.uid}.${verb}`;
  const base = `${prefix}/${type.kind === 'singleType' ? type.singularName : type.pluralName}`;
  const one = type.kind === 'singleType' ? base : `${base}/:documentId`;
  const operationRoutes = operations.map(
    ({ name: operation, summary }): RouteDefinition => ({
      method: 'POST',
      path: `${one}/actions/${dashed(operation)}`,
      action: action(operation),
      summary: summary ?? `The operation ${operation} of ${name}`,
      tags,
      handler: (request) => handlers.operation(operation, request),
    }),
  );
  const find = { method: 'GET', path: base, tags, handler: handlers.find } as const;

  if (type.kind === 'singleType')
    return [
      { ...find, action: action('find'), summary: `The ${name}`, handler: handlers.findOne },
      {
        method: 'PUT',
        path: base,
        action: action('update'),
        summary: `Writes the ${name}, and creates it when there is none`,
        tags,
        body: 'json',
        handler: (request, { body }) => handlers.update(request, body),
      },
      {
        method: 'DELETE',
        path: base,
        action: action('delete'),
        summary: `Deletes the ${name}`,
        tags,
        handler: handlers.delete,
      },
      ...operationRoutes,
    ];

  return [
    { ...find, action: action('find'), summary: `A page of ${name} documents` },
    {
      method: 'POST',
      path: base,
      action: action('create'),
      summary: `Creates a ${name} document`,
      tags,
      body: 'json',
      handler: (request, { body }) => handlers.create(request, body),
    },
    {
      method: 'GET',
      path: one,
      action: action('findOne'),
      summary: `One ${name} document`,
      tags,
      handler: handlers.findOne,
    },
    {
      method: 'PUT',
      path: one,
      action: action('update'),
      summary: `Updates a ${name} document; what is not sent stays`,
      tags,
      body: 'json',
      handler: (request, { body }) => handlers.update(request, body),
    },
    {
      method: 'DELETE',
      path: one,
      action: action('delete'),
      summary: `Deletes a ${name} document`,
      tags,
      handler: handlers.delete,
    },
    ...operationRoutes,
  ];
}

/** `discardDraft` → `discard-draft`. */
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
