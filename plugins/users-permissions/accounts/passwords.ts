// Forgotten passwords, password resets with a mailed code, and password changes.
import { randomBytes } from 'node:crypto';
import { usersErrors } from '../errors';
import type { ProvedUser } from '../proved-user';
import { USER } from '../types';
import { type AccountOptions, type AccountSteps, userOf } from './account-steps';
import type { Authentication } from './authentication';
import { type Found, hashCode } from './credentials';
import { bodyOf, Complaints } from './validation';

export function createPasswords(
  { app, config, accounts, credentials, limits, mails }: AccountOptions,
  { issueTo, issueAgain, provePassword, locked, useCode, inFixedTime }: AccountSteps,
): Pick<Authentication, 'forgotPassword' | 'resetPassword' | 'changePassword'> {
  const users = app.documents(USER);

  async function sendResetMail(user: Found): Promise<void> {
    const code = randomBytes(64).toString('hex');
    const resetPasswordExpiresAt = new Date(Date.now() + config.resetCodeLifespan * 1000).toISOString();
    await users.update({
      documentId: user.documentId,
      data: { resetPasswordToken: hashCode(code), resetPasswordExpiresAt },
    });
    await mails.resetPassword(user.email, code);
  }

  return {
    async forgotPassword(request, input) {
      await limits.address(request, 'forgot-password');
      const complaints = new Complaints();
      const email = complaints.email(bodyOf(input));
      complaints.refuse();
      await limits.checkAccount(request, { kind: 'mail', account: email });
      await limits.accountFailed({ kind: 'mail', account: email });
      await inFixedTime(
        credentials.byEmail(email).then((user) => (user && !user.blocked ? sendResetMail(user) : undefined)),
      );
      return { ok: true };
    },

    async resetPassword(request, input) {
      await limits.address(request, 'reset-password');
      const body = bodyOf(input);
      const complaints = new Complaints();
      const confirmation = complaints.text(body, 'passwordConfirmation');
      const password = complaints.password(body);
      const code = complaints.text(body, 'code');
      complaints.refuse();
      refuseDifferent(password, confirmation);
      const user = await credentials.byCode('resetPasswordToken', code);
      const isGood = user && !user.blocked && (user.resetPasswordExpiresAt ?? '') > new Date().toISOString();
      if (!user || !isGood) throw usersErrors.PASSWORD_CODE();
      const data = { password, resetPasswordExpiresAt: null };
      const changed = await useCode(user, 'resetPasswordToken', code, data, usersErrors.PASSWORD_CODE);
      return issueTo(request, changed, body);
    },

    async changePassword(request, input) {
      await limits.address(request, 'change-password');
      const account = userOf(request);
      const body = bodyOf(input);
      const complaints = new Complaints();
      const confirmation = complaints.text(body, 'passwordConfirmation');
      const password = complaints.password(body);
      const current = complaints.text(body, 'currentPassword');
      complaints.refuse();
      refuseDifferent(password, confirmation);
      const proved = await provePassword(request, account, await credentials.byId(account.id), current);
      if (current === password) throw usersErrors.PASSWORD_SAME();
      const changed = await locked(proved, async ({ id, documentId }): Promise<ProvedUser> => {
        await users.update({ documentId, data: { password } });
        const stored = await accounts.stored(id);
        if (!stored) throw usersErrors.USER_NOT_FOUND();
        return stored;
      });
      return issueAgain(request, changed, body);
    },
  };
}

function refuseDifferent(password: string, confirmation: string): void {
  if (password === confirmation) return;
  const complaints = new Complaints();
  complaints.add('passwordConfirmation', 'Passwords do not match');
  complaints.refuse();
}
