// The hook `request.authorize` for requests with an API token; other requests are ignored.
import type { RequestContext, Verdict } from '../../core';
import { tokenHint } from './token-hint';
import type { RightsOf } from './token-visibility';

export function createAuthorize(rightsOf: RightsOf) {
  return (request: RequestContext, action: string): Verdict | undefined => {
    const { apiToken } = request.state;
    if (!apiToken) return undefined;
    const rights = rightsOf(apiToken);
    if (rights.allows(action)) return rights.verdict;
    return { allowed: false, status: 403, hint: tokenHint(`the token "${apiToken.name}"`, apiToken, action) };
  };
}
