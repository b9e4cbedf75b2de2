// The hook that the plugin publishes: attempts to log in, also those of other plugins through the service USERS.
import { hooks, type RequestContext } from '../../../core';
import type { ProvedUser } from '../proved-user';

export interface LoginOutcome {
  readonly request: RequestContext;
  /** What the client claims to be. It may be anything. */
  readonly account: string;
  /** The id of the user; null: the credentials are wrong. */
  readonly user: number | null;
  readonly outcome: 'accepted' | 'wrong' | 'blocked' | 'unconfirmed';
}

/** A user who has proved who they are, before they get tokens or a session. */
export interface Admission {
  readonly request: RequestContext;
  /** The id of the user. */
  readonly user: number;
  /** The epoch of the proof. A tap that asks for another step keeps it: the step must not outlive a new password. */
  readonly tokenEpoch: string | null;
}

export interface FactorQuestion {
  /** The documentId of the user. */
  readonly user: string;
  /** The names of factors that the user has, such as `passkey`. A tap adds its own. */
  readonly found: string[];
}

export interface FactorRemoval {
  /** The documentId of the user. */
  readonly user: string;
  /** The documentId of the role, as stored; null: none. */
  readonly role: string | null;
}

export interface FactorProof {
  readonly request: RequestContext;
  /** The documentId of the user who has done the first step. */
  readonly user: string;
  /** The id of the same user. */
  readonly id: number;
  /** The user, for `locked` of the service USERS, if the first step was the password. null: it was another one, such as a provider. */
  readonly proved: ProvedUser | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export const loginHooks = () => ({
  /**
   * Recognises a login that has no name and password, such as the second step of a login. The answer is the user, with the epoch of the
   * proof. A tap throws for a wrong credential. No answer: the body must have a name and a password.
   */
  recognise: hooks.firstAnswer<
    [request: RequestContext, body: Readonly<Record<string, unknown>>],
    ProvedUser
  >(['request', 'body']),
  /**
   * The user gets tokens, or a session of another plugin. Also after a password reset, a confirmed address and a registration. An error of a
   * tap ends the request: the user gets none.
   */
  admitted: hooks.series<[admission: Admission]>(['admission']),
  /** Which second factors the user has, beside those of the plugin that asks. */
  factors: hooks.series<[question: FactorQuestion]>(['question']),
  /**
   * A plugin has removed a second factor of the user. It runs in the transaction of the removal. A tap throws if the user must keep a
   * factor, and has none now.
   */
  factorRemoved: hooks.series<[removal: FactorRemoval]>(['removal']),
  /**
   * The second step of a login: checks the factor in the body, and answers `true`. A tap throws for a wrong one. No answer: the body has none
   * of its factors.
   */
  prove: hooks.firstAnswer<[proof: FactorProof], true>(['proof']),
  /** Credentials were checked. An error of a tap ends the request: an attempt that cannot be recorded is refused. */
  attempted: hooks.series<[attempt: LoginOutcome]>(['attempt']),
});

export type LoginHooks = ReturnType<typeof loginHooks>;
