// Addresses: confirmed with the code of a mail, which can be sent again.
import type { AccountWork, AccountWorkOptions } from './account-work';
import type { Authentication } from './authentication';
import { usersErrors } from './errors';
import { bodyOf, Complaints } from './validation';

export function createAddresses(
  { config, credentials, limits }: AccountWorkOptions,
  { useCode, sendConfirmationMail, inEvenTime }: AccountWork,
): Pick<Authentication, 'confirmEmail' | 'sendConfirmation'> {
  return {
    async confirmEmail(request, query) {
      await limits.address(request, 'email-confirmation');
      const complaints = new Complaints();
      const code = complaints.text(bodyOf(query), 'confirmation');
      complaints.refuse();
      const user = await credentials.byCode('confirmationToken', code);
      if (!user) throw usersErrors.CONFIRMATION_TOKEN();
      await useCode(user, 'confirmationToken', code, { confirmed: true }, usersErrors.CONFIRMATION_TOKEN);
      return config.urls.confirmed;
    },

    async sendConfirmation(request, input) {
      await limits.address(request, 'send-email-confirmation');
      const complaints = new Complaints();
      const email = complaints.email(bodyOf(input));
      complaints.refuse();
      await limits.checkAccount(request, `mail ${email}`);
      await limits.accountFailed(`mail ${email}`);
      const user = await credentials.byEmail(email);
      if (user?.confirmed && !user.blocked) throw usersErrors.CONFIRMATION_DONE();
      await inEvenTime(user && !user.blocked ? sendConfirmationMail(user) : Promise.resolve());
      return { email, sent: true };
    },
  };
}
