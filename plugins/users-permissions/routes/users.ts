// Users over REST: numeric ids, flat bodies, bare answers.
import { type Kernel, type RouteDefinition, route } from '../../../core';
import type { Authentication } from '../authentication';
import type { Credentials } from '../credentials';
import { USER } from '../types';
import { usersHandlers } from './users-handlers';

const TAGS = ['Users'];
const action = (verb: string): string => `${USER}.${verb}`;

export function usersRoutes(
  kernel: Kernel,
  auth: () => Authentication,
  credentials: () => Credentials,
): RouteDefinition[] {
  const base = `${kernel.config.api.rest.prefix}/users`;
  const handlers = usersHandlers(kernel, auth, credentials);
  return [
    route({
      method: 'GET',
      path: base,
      action: action('find'),
      summary: 'Users',
      tags: TAGS,
      handler: handlers.find,
    }),
    route({
      method: 'GET',
      path: `${base}/count`,
      action: action('count'),
      summary: 'How many users there are',
      tags: TAGS,
      handler: handlers.count,
    }),
    route({
      method: 'GET',
      path: `${base}/me`,
      action: action('me'),
      summary: 'One’s own record',
      tags: TAGS,
      handler: handlers.me,
    }),
    route({
      method: 'PUT',
      path: `${base}/me`,
      action: action('updateMe'),
      summary: 'Changes one’s own record',
      tags: TAGS,
      body: 'json',
      handler: handlers.updateMe,
    }),
    route({
      method: 'GET',
      path: `${base}/:id`,
      action: action('findOne'),
      summary: 'One user',
      tags: TAGS,
      handler: handlers.findOne,
    }),
    route({
      method: 'POST',
      path: base,
      action: action('create'),
      summary: 'Creates a user',
      tags: TAGS,
      body: 'json',
      handler: handlers.create,
    }),
    route({
      method: 'PUT',
      path: `${base}/:id`,
      action: action('update'),
      summary: 'Changes a user',
      tags: TAGS,
      body: 'json',
      handler: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: `${base}/:id`,
      action: action('destroy'),
      summary: 'Deletes a user',
      tags: TAGS,
      handler: handlers.destroy,
    }),
  ];
}
