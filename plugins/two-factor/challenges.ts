// A challenge: proof that a client has sent the password, or what replaces it. The client carries it, so nothing is stored.
import type { App } from '../../core';
import { type Account, USER, USERS } from '../users-permissions';
import { twoFactorErrors } from './errors';
import type { Seal } from './seal';

export interface Challenges {
  issue(account: Account): string;
  /** Throws for a challenge that is wrong, old, or older than the password of the user. */
  accountOf(challenge: unknown): Promise<Account>;
}

const LIFE = 600_000;

export function createChallenges(app: Pick<App, 'container' | 'documents'>, seal: () => Seal): Challenges {
  return {
    issue: ({ documentId, tokenEpoch }) =>
      seal().close(JSON.stringify([documentId, tokenEpoch, Date.now() + LIFE])),

    async accountOf(challenge) {
      const opened = typeof challenge === 'string' ? seal().open(challenge) : null;
      if (opened === null) throw twoFactorErrors.TWO_FACTOR_CHALLENGE();
      const [documentId, epoch, until] = JSON.parse(opened) as [string, string | null, number];
      const user =
        until > Date.now() ? await app.documents(USER).findOne({ documentId, fields: ['id'] }) : null;
      const account = user && (await app.container.resolve(USERS).account(user.id));
      if (account?.tokenEpoch !== epoch) throw twoFactorErrors.TWO_FACTOR_CHALLENGE();
      return account;
    },
  };
}
