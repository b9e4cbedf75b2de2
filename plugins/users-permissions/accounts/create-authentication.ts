// The service AUTHENTICATION: login and logout here, the rest in registration.ts, passwords.ts and addresses.ts.

import { usersErrors } from '../errors';
import { type AccountOptions, type AccountSteps, userOf } from './account-steps';
import { createAddresses } from './addresses';
import type { Authentication } from './authentication';
import { passwordAttempt } from './password-attempt';
import { createPasswords } from './passwords';
import { createRegistration } from './registration';
import { asksForCookie, NO_DEVICE, refreshCookieOf } from './sessions/session-opening';
import { bodyOf, Complaints } from './validation';

export function createAuthentication(options: AccountOptions, work: AccountSteps): Authentication {
  const { config, credentials, limits, sessions } = options;
  return {
    ...createRegistration(options, work),
    ...createPasswords(options, work),
    ...createAddresses(options, work),

    async issue(userId) {
      const found = await credentials.byId(userId);
      if (!found) throw usersErrors.AUTH_INVALID_CREDENTIALS();
      return work.issue(found, NO_DEVICE);
    },

    async logIn(request, input) {
      await limits.address(request, 'login');
      return work.logIn(request, await passwordAttempt(request, options, input));
    },

    async refresh(request, input) {
      await limits.address(request, 'refresh');
      const complaints = new Complaints();
      const token = complaints.text(bodyOf(input), 'refreshToken');
      complaints.refuse();
      const isCookie = token === refreshCookieOf(request, config);
      return sessions.refresh(token, isCookie || asksForCookie(request, config));
    },

    async logOut(request, input) {
      const { session, user } = request.state;
      if (user && bodyOf(input).scope === 'all') await sessions.endAll(user.id);
      else if (session !== undefined) await sessions.end(session);
      return { ok: true };
    },

    async sessions(request) {
      return sessions.list(userOf(request).id, request.state.session ?? null);
    },

    async endSession(request, id) {
      if (!(await sessions.endOne(userOf(request).id, id))) throw usersErrors.SESSION_NOT_FOUND();
    },

    async endSessions(request) {
      await sessions.endAll(userOf(request).id);
      return { ok: true };
    },
  };
}
