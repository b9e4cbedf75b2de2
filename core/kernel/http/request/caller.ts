// The caller of a call of the document service: a request, or code of the application. Taps of documents.* decide with it what to show.
import { FULL_VISIBILITY, mayDo, type Visibility } from '../../../content/model/compiled/visibility';

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
  readonly visibility: Visibility;
  /** May the caller do this action? What is unknown is answered with no. Code may do everything. */
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
}

export type Caller = CodeCaller | RequestCaller;

export const CODE: CodeCaller = Object.freeze({
  kind: 'code',
  visibility: FULL_VISIBILITY,
  can: () => true,
});

export const requestCaller = (principal: Principal | null, visibility: Visibility): RequestCaller => ({
  kind: 'request',
  principal,
  visibility,
  can: (action) => mayDo(visibility, action),
});

/**
 * The caller of a call with these arguments. A visibility without a caller is that of a request whose principal is unknown, so it counts
 * as anonymous.
 */
export function callerOf({
  caller,
  visibility,
}: {
  readonly caller?: Caller | undefined;
  readonly visibility?: Visibility | undefined;
}): Caller {
  if (caller) return caller;
  return visibility === undefined || visibility === FULL_VISIBILITY ? CODE : requestCaller(null, visibility);
}

/** The visibility of a call with these arguments. A call without a visibility and a caller is one of the program. */
export const visibilityOf = ({
  caller,
  visibility,
}: {
  readonly caller?: Caller | undefined;
  readonly visibility?: Visibility | undefined;
}): Visibility => visibility ?? caller?.visibility ?? FULL_VISIBILITY;
