// Confirms addresses with a mailed code, and mails the code again.
import type { RequestContext } from '../../../core';
import { usersErrors } from '../errors';
import type { ProvedUser } from '../proved-user';
import type { AccountOptions, AccountSteps } from './account-steps';
import type { Authentication } from './authentication';
import { bodyOf, Complaints } from './validation';

export function createAddresses(
  { config, credentials, limits }: AccountOptions,
  { issueTo, useCode, sendConfirmationMail, inFixedTime }: AccountSteps,
): Pick<Authentication, 'confirmEmail' | 'confirmAndLogIn' | 'sendConfirmation'> {
  async function confirm(request: RequestContext, query: unknown): Promise<ProvedUser> {
    await limits.address(request, 'email-confirmation');
    const complaints = new Complaints();
    const code = complaints.text(bodyOf(query), 'confirmation');
    complaints.refuse();
    const user = await credentials.byCode('confirmationToken', code);
    if (!user) throw usersErrors.CONFIRMATION_TOKEN();
    return useCode(user, 'confirmationToken', code, { confirmed: true }, usersErrors.CONFIRMATION_TOKEN);
  }

  return {
    async confirmEmail(request, query) {
      await confirm(request, query);
      return config.urls.confirmed;
    },

    confirmAndLogIn: async (request, body) => issueTo(request, await confirm(request, body), bodyOf(body)),

    async sendConfirmation(request, input) {
      await limits.address(request, 'send-email-confirmation');
      const complaints = new Complaints();
      const email = complaints.email(bodyOf(input));
      complaints.refuse();
      await limits.checkAccount(request, { kind: 'mail', account: email });
      await limits.accountFailed({ kind: 'mail', account: email });
      const user = await credentials.byEmail(email);
      const needsMail = user && !user.blocked && !user.confirmed;
      await inFixedTime(needsMail ? sendConfirmationMail(user) : Promise.resolve());
      return { email, sent: true };
    },
  };
}
