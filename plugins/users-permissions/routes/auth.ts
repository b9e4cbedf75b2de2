// The routes of authentication: transport only, the work is authentication.ts'.
import { type RouteDefinition, route } from '../../../core';
import type { Authentication } from '../authentication';
import type { UsersPermissionsConfig } from '../config';
import { usersErrors } from '../errors';

const TAGS = ['Authentication'];
const action = (verb: string): string => `plugin::users-permissions.auth.${verb}`;

export function authRoutes(
  prefix: string,
  config: UsersPermissionsConfig,
  auth: () => Authentication,
): RouteDefinition[] {
  const base = `${prefix}/auth`;
  const post = (
    path: string,
    verb: string,
    summary: string,
    work: (...args: Parameters<Authentication['logIn']>) => Promise<unknown>,
  ): RouteDefinition =>
    route({
      method: 'POST',
      path: `${base}/${path}`,
      action: action(verb),
      summary,
      tags: TAGS,
      body: 'json',
      handler: async (request, { body }) => ({ json: await work(request, body) }),
    });

  const routes = [
    post('local', 'callback', 'Logs a user in with name or address and password', (request, body) =>
      auth().logIn(request, body),
    ),
    post('local/register', 'register', 'Registers a user', (request, body) => auth().register(request, body)),
    post('forgot-password', 'forgotPassword', 'Mails a code to reset a forgotten password', (request, body) =>
      auth().forgotPassword(request, body),
    ),
    post('reset-password', 'resetPassword', 'Sets a new password with a code', (request, body) =>
      auth().resetPassword(request, body),
    ),
    post('change-password', 'changePassword', 'Changes one’s own password', (request, body) =>
      auth().changePassword(request, body),
    ),
    post(
      'send-email-confirmation',
      'sendEmailConfirmation',
      'Mails the link that confirms an address once more',
      (request, body) => auth().sendConfirmation(request, body),
    ),
    route({
      method: 'GET',
      path: `${base}/email-confirmation`,
      action: action('emailConfirmation'),
      summary: 'Confirms an address with the code of a mail',
      tags: TAGS,
      handler: async (request) => ({
        status: 302,
        headers: { Location: await auth().confirmEmail(request, request.query) },
      }),
    }),
    route({
      method: 'GET',
      path: `${prefix}/connect/:provider`,
      action: action('connect'),
      summary: 'Logs a user in with an account elsewhere',
      tags: TAGS,
      handler: () => {
        throw usersErrors.AUTH_PROVIDER_DISABLED();
      },
    }),
    route({
      method: 'GET',
      path: `${base}/:provider/callback`,
      action: action('callback'),
      summary: 'Where an account elsewhere leads back to',
      tags: TAGS,
      handler: () => {
        throw usersErrors.AUTH_PROVIDER_DISABLED();
      },
    }),
  ];
  if (config.jwtManagement !== 'refresh') return routes;
  return [
    ...routes,
    post('refresh', 'refresh', 'Gives new tokens for a refresh token', (request, body) =>
      auth().refresh(request, body),
    ),
    post('logout', 'logout', 'Ends the session of the token', (request) => auth().logOut(request)),
  ];
}
