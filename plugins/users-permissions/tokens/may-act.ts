// Whether requests can act as a user at all. Permissions are another question.
import type { Account } from '../types';

export const mayAct = (account: Account, needsConfirmation: boolean): boolean =>
  !account.blocked && (account.confirmed || !needsConfirmation);
