// The user routes: numeric ids, bodies and responses without `data`.
import { type App, check, type RouteDefinition, route } from '../../../core';
import type { Authentication } from '../accounts/authentication';
import type { Credentials } from '../accounts/credentials';
import type { UsersPermissionsConfig } from '../config';
import type { Grants } from '../roles/grants';
import { USER } from '../types';
import { usersHandlers } from './users-handlers';

const TAGS = ['Users'];
/** Shown by the OpenAPI document. */
const ONE = { answer: check.anything({ $ref: USER }) };
const LIST = { answer: check.anything({ type: 'array', items: { $ref: USER } }) };
const action = (verb: string): string => `${USER}.${verb}`;

export function usersRoutes(
  app: App,
  config: UsersPermissionsConfig,
  auth: () => Authentication,
  credentials: () => Credentials,
  grants: () => Grants,
): RouteDefinition[] {
  const base = `${app.config.api.rest.prefix}/users`;
  const handlers = usersHandlers(app, config, auth, credentials, grants);
  return [
    route({
      method: 'GET',
      path: base,
      action: action('find'),
      summary: 'Lists users',
      tags: TAGS,
      checks: LIST,
      handler: handlers.find,
    }),
    route({
      method: 'GET',
      path: `${base}/count`,
      action: action('count'),
      summary: 'Counts users',
      tags: TAGS,
      checks: { answer: check.integer({ min: 0 }) },
      handler: handlers.count,
    }),
    route({
      method: 'GET',
      path: `${base}/me`,
      action: action('me'),
      summary: 'Returns the user of the token',
      tags: TAGS,
      checks: ONE,
      handler: handlers.me,
    }),
    route({
      method: 'PUT',
      path: `${base}/me`,
      action: action('updateMe'),
      summary: 'Updates the user of the token',
      tags: TAGS,
      body: 'json',
      checks: ONE,
      handler: handlers.updateMe,
    }),
    route({
      method: 'GET',
      path: `${base}/:id`,
      action: action('findOne'),
      summary: 'Returns one user',
      tags: TAGS,
      checks: ONE,
      handler: handlers.findOne,
    }),
    route({
      method: 'POST',
      path: base,
      action: action('create'),
      summary: 'Creates a user',
      tags: TAGS,
      body: 'json',
      checks: ONE,
      handler: handlers.create,
    }),
    route({
      method: 'PUT',
      path: `${base}/:id`,
      action: action('update'),
      summary: 'Updates a user',
      tags: TAGS,
      body: 'json',
      checks: ONE,
      handler: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: `${base}/:id`,
      action: action('destroy'),
      summary: 'Deletes a user',
      tags: TAGS,
      checks: ONE,
      handler: handlers.destroy,
    }),
  ];
}
