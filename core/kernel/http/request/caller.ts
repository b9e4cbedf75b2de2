// The caller of some work: a request, or code of the application.
import type { RequestScope } from '../../../types';

/** The authenticated caller; a request without credentials has none. */
export interface Principal {
  /** `user`, `api-tokens`, or the word of another plugin. */
  readonly kind: string;
  /** Stable: it stays when the user or the token is renamed. */
  readonly id: string;
  /** For logs; never a secret. */
  readonly label: string;
}

interface Rights {
  /** What the caller may read and write. */
  readonly visibility: RequestScope;
  /** May the caller do this action? Unknown actions: no. Code may do everything. */
  can(action: string): boolean;
}

/** No request: a command, a seed, a timer, or a plugin that reads for itself. */
export interface CodeCaller extends Rights {
  readonly kind: 'code';
}

export interface RequestCaller extends Rights {
  readonly kind: 'request';
  /** null: an anonymous caller. */
  readonly principal: Principal | null;
  /** The request, for records of what it did; null: the caller acts without one. */
  readonly origin: Origin | null;
}

export interface Origin {
  /** As in the log. */
  readonly id: string;
  /** The address of the client. */
  readonly ip: string;
}

export type Caller = CodeCaller | RequestCaller;

/** A scope of a plugin without types may lack `allows`: it then allows no action. */
export const mayDo = (scope: Pick<RequestScope, 'allows'>, action: string): boolean =>
  typeof scope.allows === 'function' && scope.allows(action) === true;

export const requestCaller = (
  principal: Principal | null,
  visibility: RequestScope,
  origin: Origin | null = null,
): RequestCaller => ({
  kind: 'request',
  principal,
  visibility,
  origin,
  can: (action) => mayDo(visibility, action),
});
