// The routes of a content type: five for a collection type, three for a single type, one per operation.
// The configuration may remove routes.
import { type ContentType, check, type RestAction, type RouteDefinition } from '../../core';
import type { Handlers } from './handlers';
import type { TypeSettings } from './type-settings';

/** A route without its action and tags. */
export type BareRoute = Omit<RouteDefinition, 'action' | 'tags'>;

export function routesOf(
  type: ContentType,
  handlers: Handlers,
  { base, actions, around }: Pick<TypeSettings, 'base' | 'actions' | 'around'>,
  operations: Readonly<Record<string, BareRoute>>,
): RouteDefinition[] {
  const own =
    type.kind === 'singleType' ? singleRoutes(type, handlers, base) : collectionRoutes(type, handlers, base);
  const routes = Object.entries({ ...own, ...operations });
  const at = type.kind === 'singleType' ? base : `${base}/:documentId`;
  routes.push(['delete', effectsRoute(type, handlers, at)]);
  return routes
    .filter(([action]) => actions.includes(action))
    .map(([action, bare]) => ({
      ...bare,
      commits: bare.method === 'GET' ? 'none' : 'passed',
      ...around(action),
      action: `${type.uid}.${action}`,
      tags: [type.displayName],
    }));
}

const listCheck = check.object({
  hidden: check.integer(),
  items: check.array(
    check.object({
      type: check.string(),
      attribute: check.string(),
      count: check.integer(),
      documentIds: check.array(check.string()),
    }),
  ),
});
const effectsCheck = check.object({
  allowed: check.boolean(),
  documents: listCheck,
  parts: listCheck,
  links: listCheck,
  restricts: listCheck,
});

/** Needs the permission of the delete. */
const effectsRoute = ({ displayName }: ContentType, handlers: Handlers, at: string): BareRoute => ({
  method: 'GET',
  path: `${at}/actions/delete-effects`,
  summary: `Says what a delete of a document of ${displayName} would do`,
  checks: { answer: check.object({ data: effectsCheck }) },
  handler: handlers.deleteEffects,
});

function collectionRoutes(
  { displayName: name }: ContentType,
  handlers: Handlers,
  base: string,
): Record<RestAction, BareRoute> {
  const one = `${base}/:documentId`;
  return {
    find: { method: 'GET', path: base, summary: `Lists documents of ${name}`, handler: handlers.find },
    findOne: {
      method: 'GET',
      path: one,
      summary: `Returns one document of ${name}`,
      handler: handlers.findOne,
    },
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
      summary: `Updates a document of ${name}; absent attributes keep their values`,
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
    find: { method: 'GET', path: base, summary: `Returns the ${name}`, handler: handlers.findOne },
    update: { ...update, path: base, summary: `Updates the ${name}, or creates it` },
    delete: { ...remove, path: base, summary: `Deletes the ${name}` },
  };
}
