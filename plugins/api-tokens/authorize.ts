// May this token do this? The hook `request.authorize`; requests of others are not judged here.
import type { RequestContext, Verdict } from '../../core';
import type { RightsOf } from './token-visibility';
import type { ApiToken } from './types';

export function createAuthorize(rightsOf: RightsOf) {
  return (request: RequestContext, action: string): Verdict | undefined => {
    const { apiToken } = request.state;
    if (!apiToken) return undefined;
    const rights = rightsOf(apiToken);
    if (rights.allows(action)) return rights.verdict;
    return { allowed: false, status: 403, hint: hintOf(apiToken, action) };
  };
}

const hintOf = ({ name, type }: ApiToken, action: string): string =>
  type === 'custom'
    ? `the token "${name}" may not do "${action}"; make one that may: quire token create --type custom --action ${action}`
    : `the token "${name}" may only read, and "${action}" writes`;
