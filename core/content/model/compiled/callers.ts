// The caller of a call of the document service. Taps of documents.* decide with it what to show.
import { type Caller, type CodeCaller, requestCaller } from '../../../kernel/http/request/caller';
import { FULL_VISIBILITY, type Visibility } from './visibility';

export const CODE: CodeCaller = Object.freeze({
  kind: 'code',
  visibility: FULL_VISIBILITY,
  can: () => true,
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
