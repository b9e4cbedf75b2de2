// One connection with subscriptions: its caller, its subscriptions and the events that wait for it.
import { AppError, addressKey, type RequestContext } from '../../../core';
import { graphqlErrors } from '../errors';

/** Why the server ends a connection. The codes are those of graphql-ws and of WebSockets. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
}

export const GOING_AWAY: Ending = { code: 1001, reason: 'Going away' };
/** After this code, clients of graphql-ws connect again with new credentials. */
const forbidden = (reason: string): Ending => ({ code: 4403, reason });
const tooSlow = (most: number): Ending => ({
  code: 1013,
  reason: `Too slow: more than ${most} events wait (maxWaitingEvents)`,
});

/** All connections of one user, token or address. */
export interface Caller {
  readonly key: string;
  /** Without credentials: behind a proxy that `server.proxy` does not count, all of them have one address. */
  readonly isAnonymous: boolean;
  connections: number;
  subscriptions: number;
}

export const tooManyOfCaller = ({ isAnonymous }: Caller, most: number): AppError =>
  graphqlErrors.GRAPHQL_SUBSCRIPTIONS(
    isAnonymous ? 'This address' : 'This caller',
    most,
    'maxCallerSubscriptions',
    isAnonymous,
  );

/** Clients without credentials share the key of their address. */
export const callerKey = ({ principal, ip }: RequestContext): string =>
  principal ? `${principal.kind} ${principal.id}` : `address ${addressKey(ip)}`;

export interface ClientParts {
  readonly maxConnectionSubscriptions: number;
  readonly maxCallerSubscriptions: number;
  readonly maxWaitingEvents: number;
  authenticate(request: RequestContext): Promise<void>;
}

export class SubscriptionClient {
  readonly #parts: ClientParts;
  readonly #end: (ending: Ending) => void;
  /** The rights of each subscription, to check them again. */
  readonly #subscriptions = new Set<() => Promise<void>>();
  /** Subscriptions whose first read is under way. */
  #starting = 0;
  #waiting = 0;
  #hasEnded = false;

  constructor(
    readonly request: RequestContext,
    readonly caller: Caller,
    parts: ClientParts,
    end: (ending: Ending) => void,
  ) {
    this.#parts = parts;
    this.#end = end;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Returns a function to call when the subscription ends. `recheck` ends it if its right was taken away. */
  subscribe(recheck: () => Promise<void>): () => void {
    const { caller } = this;
    this.#requireOneMore();
    this.#subscriptions.add(recheck);
    caller.subscriptions += 1;
    return () => {
      if (!this.#subscriptions.delete(recheck)) return;
      caller.subscriptions -= 1;
    };
  }

  /** Counts a subscription before its first read. Returns a function to call before `subscribe`, and after a failure. */
  reserve(): () => void {
    const { caller } = this;
    this.#requireOneMore();
    this.#starting += 1;
    caller.subscriptions += 1;
    return () => {
      this.#starting -= 1;
      caller.subscriptions -= 1;
    };
  }

  #requireOneMore(): void {
    const { maxConnectionSubscriptions: most, maxCallerSubscriptions } = this.#parts;
    if (this.#subscriptions.size + this.#starting >= most)
      throw graphqlErrors.GRAPHQL_SUBSCRIPTIONS('This connection', most, 'maxConnectionSubscriptions', false);
    if (this.caller.subscriptions >= maxCallerSubscriptions)
      throw tooManyOfCaller(this.caller, maxCallerSubscriptions);
  }

  /** Call it for an event that comes before the client has taken the last one. false: the client was too slow and has been ended. */
  enqueue(): boolean {
    this.#waiting += 1;
    if (this.#waiting > this.#parts.maxWaitingEvents) this.end(tooSlow(this.#parts.maxWaitingEvents));
    return !this.#hasEnded;
  }

  dequeue(events = 1): void {
    this.#waiting -= events;
  }

  /** Ends the client unless its credentials still hold. */
  async check(): Promise<void> {
    try {
      await this.#parts.authenticate(this.request);
    } catch (error) {
      // A database that cannot be reached revokes nothing.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      this.end(forbidden(error.message));
    }
  }

  /** Also ends subscriptions whose right was taken away. */
  async checkAll(): Promise<void> {
    await this.check();
    for (const recheck of [...this.#subscriptions]) if (!this.#hasEnded) await recheck();
  }

  end(ending: Ending): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#end(ending);
  }
}
