// All connections with subscriptions: their number, and the checks of their credentials.
import { coreErrors, type RequestContext } from '../../../core';
import {
  type Caller,
  type ClientParts,
  callerKey,
  type Ending,
  GOING_AWAY,
  SubscriptionClient,
  tooManyOfCaller,
} from '../context/client';

export interface ClientsParts extends ClientParts {
  readonly maxSubscriptions: number;
  readonly recheckSeconds: number;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
  onError(error: unknown): void;
}

export interface Clients {
  /** Throws the 503 while there are too many, and the 429 while the caller has too many. */
  add(request: RequestContext, end: (ending: Ending) => void): SubscriptionClient;
  remove(client: SubscriptionClient): void;
}

export function createClients(parts: ClientsParts): Clients {
  const clients = new Set<SubscriptionClient>();
  const callers = new Map<string, Caller>();
  let timer: NodeJS.Timeout | null = null;

  const checkAll = async (): Promise<void> => {
    for (const client of [...clients]) if (!client.hasEnded) await client.checkAll().catch(parts.onError);
    timer = null;
    schedule();
  };
  const schedule = (): void => {
    if (clients.size === 0 || parts.closing.aborted) return;
    timer ??= setTimeout(() => void checkAll(), parts.recheckSeconds * 1000).unref();
  };
  parts.closing.addEventListener('abort', () => {
    if (timer) clearTimeout(timer);
    for (const client of clients) client.end(GOING_AWAY);
  });

  return {
    add(request, end) {
      if (parts.closing.aborted || clients.size >= parts.maxSubscriptions) throw coreErrors.SERVER_BUSY(1);
      const key = callerKey(request);
      const isAnonymous = request.principal === null;
      const caller = callers.get(key) ?? { key, isAnonymous, connections: 0, subscriptions: 0 };
      if (caller.connections >= parts.maxCallerSubscriptions)
        throw tooManyOfCaller(caller, parts.maxCallerSubscriptions);
      caller.connections += 1;
      callers.set(key, caller);
      const client = new SubscriptionClient(request, caller, parts, end);
      clients.add(client);
      schedule();
      return client;
    },
    remove(client) {
      if (!clients.delete(client)) return;
      const { caller } = client;
      caller.connections -= 1;
      if (caller.connections === 0) callers.delete(caller.key);
    },
  };
}
