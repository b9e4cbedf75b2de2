// Roles and permissions over REST. Permissions are a tree: `{ "api::article": { controllers: { article: { find: … } } } }`.
import { type App, type RouteDefinition, route } from '../../../core';
import { ROLE } from '../types';
import type { ManagedRoles } from './manage-roles';
import { treeOf } from './role-tree';

const TAGS = ['Roles'];
const action = (verb: string): string => `${ROLE}.${verb}`;

export function rolesRoutes(app: App, roles: ManagedRoles): RouteDefinition[] {
  const base = `${app.config.api.rest.prefix}/users-permissions`;

  return [
    route({
      method: 'GET',
      path: `${base}/roles`,
      action: action('find'),
      summary: 'Lists the roles with their number of users',
      tags: TAGS,
      handler: async (request) => ({ json: { roles: await roles.find(request) } }),
    }),
    route({
      method: 'GET',
      path: `${base}/roles/:id`,
      action: action('findOne'),
      summary: 'Returns a role with its permissions',
      tags: TAGS,
      handler: async (request, { params }) => ({ json: { role: await roles.findOne(params.id, request) } }),
    }),
    route({
      method: 'POST',
      path: `${base}/roles`,
      action: action('createRole'),
      summary: 'Creates a role',
      tags: TAGS,
      body: 'json',
      handler: async (request, { body }) => {
        await roles.create(body, request);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/roles/:id`,
      action: action('updateRole'),
      summary: 'Updates a role and its permissions',
      tags: TAGS,
      body: 'json',
      handler: async (request, { params, body }) => {
        await roles.update(params.id, body, request);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/roles/:id`,
      action: action('deleteRole'),
      summary: 'Deletes a role; its users get the public role',
      tags: TAGS,
      handler: async (request, { params }) => {
        await roles.remove(params.id, request);
        return { json: { ok: true } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/permissions`,
      action: 'plugin::users-permissions.permissions.getPermissions',
      summary: 'Lists all actions that can be granted',
      tags: TAGS,
      handler: () => ({ json: { permissions: treeOf(app, []) } }),
    }),
  ];
}
