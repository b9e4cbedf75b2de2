// A challenge: proof that a client has sent the password, or what replaces it. The client carries it, so nothing is stored. A passed
// challenge proves the second factor as well: it logs in at another door, such as the admin, right after the user enabled the factor.
import type { App } from '../../core';
import { type Account, USER, USERS } from '../users-permissions';
import { twoFactorErrors } from './errors';
import type { Seal } from './seal';

export interface Challenges {
  /** `hasPassword`: the first step was the password. */
  issue(person: Person, hasPassword: boolean): string;
  issuePassed(person: Person): string;
  /** Throws for a challenge that is wrong, old, or older than the password of the user. */
  open(challenge: unknown): Promise<Opened>;
}

/** The epoch is that of the proof. */
type Person = Pick<Account, 'documentId' | 'tokenEpoch'>;

export interface Opened {
  readonly account: Account;
  readonly isPassed: boolean;
  readonly hasPassword: boolean;
}

const LIFE = 600_000;
const LIFE_OF_PASSED = 60_000;

export function createChallenges(app: Pick<App, 'container' | 'documents'>, seal: () => Seal): Challenges {
  const close = (
    { documentId, tokenEpoch }: Person,
    life: number,
    { isPassed, hasPassword }: Omit<Opened, 'account'>,
  ): string =>
    seal().close(JSON.stringify([documentId, tokenEpoch, Date.now() + life, isPassed, hasPassword]));
  return {
    issue: (person, hasPassword) => close(person, LIFE, { isPassed: false, hasPassword }),
    issuePassed: (person) => close(person, LIFE_OF_PASSED, { isPassed: true, hasPassword: false }),

    async open(challenge) {
      const opened = typeof challenge === 'string' ? seal().open(challenge) : null;
      if (opened === null) throw twoFactorErrors.TWO_FACTOR_CHALLENGE();
      const [documentId, epoch, until, isPassed, hasPassword] = JSON.parse(opened) as [
        string,
        string | null,
        number,
        boolean,
        boolean,
      ];
      const user =
        until > Date.now() ? await app.documents(USER).findOne({ documentId, fields: ['id'] }) : null;
      const account = user && (await app.container.resolve(USERS).account(user.id));
      if (account?.tokenEpoch !== epoch) throw twoFactorErrors.TWO_FACTOR_CHALLENGE();
      return { account, isPassed: isPassed === true, hasPassword: hasPassword === true };
    },
  };
}
