// The hook that the plugin publishes: attempts to log in, also those of other plugins through the service USERS.
import { hooks, type RequestContext } from '../../../core';

export interface LoginOutcome {
  readonly request: RequestContext;
  /** What the client claims to be. It may be anything. */
  readonly account: string;
  /** The id of the user; null: the credentials are wrong. */
  readonly user: number | null;
  readonly outcome: 'accepted' | 'wrong' | 'blocked' | 'unconfirmed';
}

export const loginHooks = () => ({
  /** Credentials were checked. An error of a tap ends the request: an attempt that cannot be recorded is refused. */
  attempted: hooks.series<[attempt: LoginOutcome]>(['attempt']),
});

export type LoginHooks = ReturnType<typeof loginHooks>;
