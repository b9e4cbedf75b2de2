// The hook `request.recall`: a token acts later, without its secret. It must still exist then, and must not have expired.
import { type App, coreErrors, type Principal, type RequestContext } from '../../core';
import { tokenErrors } from './errors';
import type { MakerCheck } from './maker-check';
import { tokenOf } from './token-cache';
import { NAME, TOKEN } from './types';

export function createRecall(app: Pick<App, 'documents'>, makerCheck: MakerCheck | null) {
  async function recalled(request: RequestContext, id: string, since: number): Promise<Principal> {
    const found = await app.documents(TOKEN).findFirst({ filters: { id: Number(id) } });
    if (!found || Date.parse(String(found.createdAt)) > since)
      throw coreErrors.ACCESS_UNAUTHORIZED('The token does not exist any more');
    const token = tokenOf(found);
    if (token.expiresAt !== null && token.expiresAt <= Date.now()) throw tokenErrors.TOKEN_EXPIRED();
    if (makerCheck && !(await makerCheck(token))) throw tokenErrors.TOKEN_MAKER();
    request.state.apiToken = token;
    return { kind: NAME, id, label: token.name };
  }

  return (request: RequestContext, { kind, id }: Principal, since: number): Promise<Principal> | undefined =>
    kind === NAME ? recalled(request, id, since) : undefined;
}
