// The routes of a content type: five for a collection, three for a single type, and one per operation that a plugin adds, less
// what the configuration takes away. Components have none.
import type { ContentType, RestAction, RouteDefinition } from '../../core';
import type { Handlers } from './handlers';
import type { TypeSettings } from './type-settings';

/** A route by its action's name alone. */
export type BareRoute = Omit<RouteDefinition, 'action' | 'tags'>;

export function routesOf(
  type: ContentType,
  handlers: Handlers,
  { base, actions, around }: TypeSettings,
  operations: Readonly<Record<string, BareRoute>>,
): RouteDefinition[] {
  const own =
    type.kind === 'singleType' ? singleRoutes(type, handlers, base) : collectionRoutes(type, handlers, base);
  return Object.entries({ ...own, ...operations })
    .filter(([action]) => actions.includes(action))
    .map(([action, bare]) => ({
      ...bare,
      ...around(action),
      action: `${type.uid}.${action}`,
      tags: [type.displayName],
    }));
}

function collectionRoutes(
  { displayName: name }: ContentType,
  handlers: Handlers,
  base: string,
): Record<RestAction, BareRoute> {
  const one = `${base}/:documentId`;
  return {
    find: { method: 'GET', path: base, summary: `A page of documents of ${name}`, handler: handlers.find },
    findOne: { method: 'GET', path: one, summary: `One document of ${name}`, handler: handlers.findOne },
    create: {
      method: 'POST',
      path: base,
      summary: `Creates a document of ${name}`,
      body: 'json',
      handler: (request, { body }) => handlers.create(request, body),
    },
    update: {
      method: 'PUT',
      path: one,
      summary: `Updates a document of ${name}; what is not sent stays`,
      body: 'json',
      handler: (request, { body }) => handlers.update(request, body),
    },
    delete: {
      method: 'DELETE',
      path: one,
      summary: `Deletes a document of ${name}`,
      handler: handlers.delete,
    },
  };
}

function singleRoutes(type: ContentType, handlers: Handlers, base: string): Record<RestAction, BareRoute> {
  const { displayName: name } = type;
  const { update, delete: remove, ...others } = collectionRoutes(type, handlers, base);
  return {
    ...others,
    find: { method: 'GET', path: base, summary: `The ${name}`, handler: handlers.findOne },
    update: { ...update, path: base, summary: `Writes the ${name}, and creates it when there is none` },
    delete: { ...remove, path: base, summary: `Deletes the ${name}` },
  };
}
