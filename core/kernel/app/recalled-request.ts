// The request of a caller who acts later: work that a person scheduled runs with the rights that the person has at its time.
import type { Principal, RequestContext } from '../http/request/context';
import type { Kernel } from './app';
import { anonymousRequest } from './first-requests';

/**
 * For `app.documentsAs(request)`. null: an anonymous caller. `since`: milliseconds at which the caller asked for the work. Throws the 401
 * of a caller who does not exist any more, or who may not act.
 */
export async function recalledRequest(
  server: Kernel['server'],
  principal: Principal | null,
  since: number,
): Promise<RequestContext> {
  const request = anonymousRequest(server);
  if (principal !== null) await server.recall(request, principal, since);
  return request;
}
