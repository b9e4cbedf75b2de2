// Everything a person does about their own account, in one service. The work is in account-work.ts (what all of it shares),
// registration.ts, passwords.ts and addresses.ts; here are logging in and out.
import { type AccountWorkOptions, createAccountWork } from './account-work';
import { createAddresses } from './addresses';
import type { Authentication } from './authentication';
import { emailOf } from './credentials';
import { usersErrors } from './errors';
import { createPasswords } from './passwords';
import { createRegistration } from './registration';
import type { Sessions } from './sessions';
import { bodyOf, Complaints } from './validation';

export interface AuthenticationOptions extends AccountWorkOptions {
  readonly sessions: Sessions;
}

export function createAuthentication(options: AuthenticationOptions): Authentication {
  const { config, credentials, limits, sessions } = options;
  const work = createAccountWork(options);
  return {
    ...createRegistration(options, work),
    ...createPasswords(options, work),
    ...createAddresses(options, work),

    async logIn(request, input) {
      await limits.address(request, 'login');
      const body = bodyOf(input);
      const complaints = new Complaints();
      const identifier = complaints.text(body, 'identifier');
      const password = complaints.text(body, 'password');
      complaints.refuse();
      const account = emailOf(identifier);
      await limits.checkAccount(request, account);
      const found = await credentials.byIdentifier(identifier);
      if (!(await credentials.matches(password, found)) || !found) {
        await limits.accountFailed(account);
        throw usersErrors.AUTH_INVALID_CREDENTIALS();
      }
      if (found.blocked) throw usersErrors.AUTH_BLOCKED();
      if (config.register.emailConfirmation && !found.confirmed) throw usersErrors.AUTH_UNCONFIRMED();
      return work.issue(found.id);
    },

    async refresh(request, input) {
      await limits.address(request, 'refresh');
      const complaints = new Complaints();
      const token = complaints.text(bodyOf(input), 'refreshToken');
      complaints.refuse();
      return sessions.refresh(token);
    },

    async logOut(request) {
      const { session } = request.state;
      if (session !== undefined) await sessions.end(session);
      return { ok: true };
    },
  };
}
