// Registration, and updates of the own record. A body may contain the allowed fields only; other keys are a 400.
import { type RequestContext, type Visibility, withVisibility } from '../../../core';
import { usersErrors } from '../errors';
import { USER } from '../types';
import { type AccountOptions, type AccountSteps, userOf } from './account-steps';
import type { Authentication } from './authentication';
import { roleOfType } from './sign-up';
import { asTaken } from './taken-name';
import { type Body, bodyOf, Complaints } from './validation';

export function createRegistration(
  { app, config, credentials, limits }: AccountOptions,
  { issueTo, recordOf, sendConfirmationMail }: AccountSteps,
): Pick<Authentication, 'register' | 'updateMe'> {
  const users = app.documents(USER);
  const accepted = new Set(['username', 'email', ...config.register.allowedFields]);

  /** The allowed fields of a body. Throws a 400 that names all other keys. */
  function ownFields(body: Body, others: readonly string[] = []): Record<string, unknown> {
    const refused = Object.keys(body).filter((key) => !accepted.has(key) && !others.includes(key));
    if (refused.length > 0) throw usersErrors.REGISTER_PARAMETERS(refused);
    return Object.fromEntries(Object.entries(body).filter(([key]) => accepted.has(key)));
  }

  const ownVisibility = (
    request: RequestContext,
    preset: Readonly<Record<string, unknown>> | null,
  ): Visibility =>
    withVisibility(request.visibility, {
      scope: `${request.visibility.scope} registers`,
      readable: () => true,
      writable: () => true,
      rowFilter: (type, place) =>
        place === 'root' || place === 'answer' ? null : request.visibility.rowFilter?.(type, place),
      preset: () => preset,
      // Only the allowed fields apply here. Actions of other types, such as of files, still decide about links.
      seesPrivate: undefined,
      hint: undefined,
      isLimited: undefined,
    });

  return {
    async register(request, input) {
      await limits.address(request, 'register');
      if (!config.register.enabled) throw usersErrors.REGISTER_DISABLED();
      const body = bodyOf(input);
      const fields = ownFields(body, ['password']);
      const complaints = new Complaints();
      const username = complaints.text(body, 'username').normalize('NFC');
      if (username !== '' && username.length < 3)
        complaints.add('username', 'username must be at least 3 characters');
      const email = complaints.email(body);
      const password = complaints.password(body);
      complaints.refuse();
      if (await credentials.taken(username, email)) throw usersErrors.REGISTER_TAKEN();
      const needsConfirmation = config.register.emailConfirmation;
      // Read without the visibility of the request, which usually cannot see roles.
      const role = await roleOfType(app, config.register.role);
      const data = { ...fields, username, email, password };
      const visibility = ownVisibility(request, {
        provider: 'local',
        confirmed: !needsConfirmation,
        blocked: false,
        role,
      });
      const { caller } = request;
      const created = await asTaken(() => users.create({ data, visibility, caller, fields: ['id'] }));
      // A new user has no epoch.
      if (!needsConfirmation) return issueTo(request, { id: created.id, tokenEpoch: null }, body);
      await sendConfirmationMail({ documentId: created.documentId, email }).catch((error: unknown) =>
        app.log.error('a mail could not be sent', { error }),
      );
      return { user: await recordOf(created.documentId) };
    },

    async updateMe(request, input) {
      const account = userOf(request);
      const body = bodyOf(input);
      const data = ownFields(body);
      const complaints = new Complaints();
      if (Object.hasOwn(body, 'username')) {
        data.username = complaints.text(body, 'username').normalize('NFC');
        if (String(data.username).length < 3 && data.username !== '')
          complaints.add('username', 'username must be at least 3 characters');
      }
      if (Object.hasOwn(body, 'email')) data.email = complaints.email(body);
      complaints.refuse();
      const username = typeof data.username === 'string' ? data.username : null;
      const email = typeof data.email === 'string' ? data.email : null;
      if (username !== null || email !== null) {
        if (await credentials.taken(username, email, account.id)) throw usersErrors.REGISTER_TAKEN();
      }
      const { documentId } = account;
      const needsConfirmation =
        config.register.emailConfirmation && email !== null && email !== account.email;
      if (needsConfirmation) data.confirmed = false;
      const visibility = ownVisibility(request, null);
      await asTaken(() => users.update({ documentId, data, visibility, caller: request.caller }));
      if (!needsConfirmation) return;
      await sendConfirmationMail({ documentId, email }).catch((error: unknown) =>
        app.log.error('a mail could not be sent', { error }),
      );
    },
  };
}
