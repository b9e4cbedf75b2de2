// The routes of authentication. They call the service AUTHENTICATION.
import { type App, type RouteDefinition, route } from '../../../core';
import type { Authentication } from '../accounts/authentication';
import type { UsersPermissionsConfig } from '../config';
import { usersErrors } from '../errors';
import type { RefreshCookie } from './refresh-cookie';

const TAGS = ['Authentication'];
const action = (verb: string): string => `plugin::users-permissions.auth.${verb}`;

export function authRoutes(
  { config: { api } }: Pick<App, 'config'>,
  cookie: RefreshCookie,
  config: UsersPermissionsConfig,
  auth: () => Authentication,
): RouteDefinition[] {
  const { prefix } = api.rest;
  const base = `${prefix}/auth`;
  const post = (
    path: string,
    verb: string,
    summary: string,
    work: (...args: Parameters<Authentication['logIn']>) => Promise<object>,
  ): RouteDefinition =>
    route({
      method: 'POST',
      path: `${base}/${path}`,
      action: action(verb),
      summary,
      tags: TAGS,
      body: 'json',
      cacheControl: 'no-store',
      handler: async (request, { body }) => cookie.answer(await work(request, body)),
    });

  const routes = [
    post('local', 'callback', 'Logs in with name or address, and password', (request, body) =>
      auth().logIn(request, body),
    ),
    post('local/register', 'register', 'Registers a user', (request, body) => auth().register(request, body)),
    post('forgot-password', 'forgotPassword', 'Mails a password reset code', (request, body) =>
      auth().forgotPassword(request, body),
    ),
    post('reset-password', 'resetPassword', 'Sets a new password with a code', (request, body) =>
      auth().resetPassword(request, body),
    ),
    post('change-password', 'changePassword', 'Changes the password of the user', (request, body) =>
      auth().changePassword(request, body),
    ),
    post(
      'send-email-confirmation',
      'sendEmailConfirmation',
      'Mails the confirmation link again',
      (request, body) => auth().sendConfirmation(request, body),
    ),
    route({
      method: 'GET',
      path: `${base}/email-confirmation`,
      action: action('emailConfirmation'),
      summary: 'Confirms an address with the code of a mail',
      commits: 'found',
      tags: TAGS,
      cacheControl: 'no-store',
      handler: async (request) => ({
        status: 302,
        headers: { Location: await auth().confirmEmail(request, request.query) },
      }),
    }),
    route({
      method: 'GET',
      path: `${prefix}/connect/:provider`,
      action: action('connect'),
      summary: 'Logs in with an account of a provider',
      tags: TAGS,
      handler: () => {
        throw usersErrors.AUTH_PROVIDER_DISABLED();
      },
    }),
    route({
      method: 'GET',
      path: `${base}/:provider/callback`,
      action: action('callback'),
      summary: 'Handles the redirect of a provider',
      tags: TAGS,
      handler: () => {
        throw usersErrors.AUTH_PROVIDER_DISABLED();
      },
    }),
  ];
  if (config.jwtManagement !== 'refresh') return routes;
  return [
    ...routes,
    post('refresh', 'refresh', 'Returns new tokens for a refresh token', (request, body) =>
      auth().refresh(request, cookie.bodyOf(request, body)),
    ),
    route({
      method: 'POST',
      path: `${base}/logout`,
      action: action('logout'),
      summary: 'Ends the session of the token, or all sessions of the user',
      tags: TAGS,
      body: 'json',
      handler: async (request, { body }) => ({
        json: await auth().logOut(request, body),
        headers: cookie.clear(request),
      }),
    }),
    route({
      method: 'GET',
      path: `${base}/sessions`,
      action: action('getSessions'),
      summary: 'Lists the sessions of the user',
      tags: TAGS,
      cacheControl: 'no-store',
      handler: async (request) => ({ json: { data: await auth().sessions(request) } }),
    }),
    route({
      method: 'DELETE',
      path: `${base}/sessions/:id`,
      action: action('revokeSession'),
      summary: 'Ends one session of the user',
      tags: TAGS,
      async handler(request, { params }) {
        await auth().endSession(request, params.id);
        return {
          json: { data: {} },
          ...(params.id === request.state.session ? { headers: cookie.clear(request) } : {}),
        };
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/sessions`,
      action: action('logout'),
      summary: 'Ends all sessions of the user',
      tags: TAGS,
      handler: async (request) => ({
        json: await auth().endSessions(request),
        headers: cookie.clear(request),
      }),
    }),
  ];
}
