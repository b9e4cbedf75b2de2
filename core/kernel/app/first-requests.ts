// Example requests that the caller may send. The caller is the one of a request, or a client without credentials.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { RequestContext } from '../http/request/context';
import { openAddressOf } from './about';
import type { Kernel, MayRead } from './app';

/** Asks what a request of this caller would be answered. Without `request`, the caller has no credentials. */
export function mayRead(
  { server }: Pick<Kernel, 'server'>,
  request: RequestContext = anonymousRequest(server),
): MayRead {
  return async (action, method = 'GET') => {
    try {
      await server.authorize(request, { action, method });
      return true;
    } catch {
      return false;
    }
  };
}

/** Of all modules; the commands for a token, if the caller may read nothing. */
export async function firstRequests(kernel: Kernel, may: MayRead): Promise<readonly string[]> {
  const base = openAddressOf(kernel);
  const all = await Promise.all(
    kernel.modules.map((module) => module.firstRequests?.(kernel, base, may) ?? []),
  );
  return all.flat();
}

export const TOKEN_COMMAND = 'npx quire token create --name me --type read-only';

/** A request without credentials, to ask what everybody may do. */
export function anonymousRequest(server: Kernel['server']): RequestContext {
  const incoming = new IncomingMessage(new Socket());
  return server.upgraded(Object.assign(incoming, { method: 'GET', url: '/' }));
}
