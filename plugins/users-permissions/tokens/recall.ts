// The hook `request.recall`: a user acts later, without a token. The rights are those of the role that the user has then.
import { coreErrors, type Principal, type RequestContext } from '../../../core';
import type { AccountCache } from './account-cache';
import { userPrincipal } from './authenticate';
import { mayAct } from './may-act';

export function createRecall(accounts: AccountCache, needsConfirmation: boolean) {
  return (
    request: RequestContext,
    { kind, id }: Principal,
    since: number,
  ): Promise<Principal> | undefined => {
    if (kind !== 'user') return undefined;
    return accounts.find(Number(id)).then((account) => {
      // The id of a deleted user may belong to another user now.
      if (!account || account.createdAt > since || !mayAct(account, needsConfirmation))
        throw coreErrors.ACCESS_UNAUTHORIZED('The user does not exist any more, or may not log in');
      request.state.user = account;
      return userPrincipal(account);
    });
  };
}
