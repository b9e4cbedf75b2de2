// Login, the one-time link, and the sessions of a user.
import { check, type RequestContext, type RouteDefinition, route } from '../../../core';
import type { Account, Users } from '../../users-permissions';
import { adminErrors } from '../errors';
import type { Links } from '../sessions/links';
import { isOfOwnPage, type SessionCookie } from '../sessions/session-cookie';
import type { Sessions } from '../sessions/sessions';
import { OPEN } from '../types';

export interface AuthOptions {
  readonly base: string;
  readonly users: () => Users;
  readonly sessions: Sessions;
  readonly links: Links;
  readonly cookie: SessionCookie;
}

const TAGS = ['Admin'];
const { anything, object, optional, string } = check;
const text = optional(string({ max: 1000 }), '');
const secret = string({ pattern: /^[\w-]{43}$/, expected: 'the secret of a link' });

/** Paths of requests that open a session. */
export const doorsOf = (base: string): ReadonlySet<string> =>
  new Set(['login', 'welcome', 'welcome/look'].map((name) => `${base}/${name}`));

export function authRoutes({
  base,
  users,
  sessions,
  links,
  cookie,
}: AuthOptions): readonly RouteDefinition[] {
  const requireOwnPage = (request: RequestContext): void => {
    if (!isOfOwnPage(request)) throw adminErrors.ADMIN_HEADER();
  };
  const enter = async (request: RequestContext, account: Account) => {
    if (!(await users().can(account.id, OPEN))) throw adminErrors.ADMIN_CLOSED();
    return {
      json: { user: { id: account.id, username: account.username } },
      headers: { 'Set-Cookie': await sessions.open(request, account) },
    };
  };
  const idOf = ({ state }: RequestContext): { user: number; session: number } => {
    if (!state.user || !state.adminSession) throw adminErrors.ADMIN_SESSION_OVER();
    return { user: state.user.id, session: state.adminSession.id };
  };
  const common = { tags: TAGS, cacheControl: 'no-store' } as const;

  return [
    route({
      ...common,
      method: 'POST',
      path: `${base}/login`,
      action: null,
      summary: 'Opens a session of the admin',
      body: 'json',
      checks: {
        body: object({
          identifier: text,
          password: text,
          challenge: optional(string()),
          code: text,
          passkey: optional(anything()),
        }),
      },
      async handler(request, { body }) {
        requireOwnPage(request);
        return enter(request, await users().checkPassword(request, body));
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${base}/welcome/look`,
      action: null,
      summary: 'Says whom a one-time link is for',
      body: 'json',
      checks: { body: object({ secret }) },
      async handler(request, { body }) {
        requireOwnPage(request);
        return { json: await links.look(body.secret) };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${base}/welcome`,
      action: null,
      summary: 'Uses a one-time link, and opens a session',
      body: 'json',
      checks: { body: object({ secret, username: text, email: text, password: text }) },
      async handler(request, { body: { secret: given, ...user } }) {
        requireOwnPage(request);
        const account = await links.redeem(given, user);
        // The password is set now. The second step is a login.
        await users().admit(request, account);
        return enter(request, account);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${base}/logout`,
      action: OPEN,
      summary: 'Ends the session',
      async handler(request) {
        const { user, session } = idOf(request);
        await sessions.end(user, session);
        return { status: 204, headers: { 'Set-Cookie': cookie.clear(request) } };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${base}/sessions`,
      action: OPEN,
      summary: 'Lists the sessions of the user',
      async handler(request) {
        const { user, session } = idOf(request);
        return { json: { data: await sessions.list(user, session) } };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${base}/sessions/:id`,
      action: OPEN,
      summary: 'Ends one session of the user',
      checks: { params: object({ id: check.integer({ min: 1 }) }) },
      async handler(request, { params }) {
        await sessions.end(idOf(request).user, params.id);
        return { status: 204 };
      },
    }),
  ];
}
