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
  checkCaller(caller, visibility);
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
}): Visibility => {
  checkCaller(caller, visibility);
  return visibility ?? caller?.visibility ?? FULL_VISIBILITY;
};

/** A plugin without types may pass another object, such as `request.principal`. It would count as code, which may do everything. */
function checkCaller(caller: unknown, visibility: unknown): void {
  if (caller !== undefined && !isCaller(caller))
    throw new Error(
      '`caller` of a call of app.documents is no caller. Pass `request.caller`, or leave it out: the call then has all rights.',
    );
  if (visibility !== undefined && !isVisibility(visibility))
    throw new Error(
      '`visibility` of a call of app.documents is no visibility. Pass `caller: request.caller` in its place.',
    );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isVisibility = (value: unknown): boolean => isObject(value) && 'scope' in value && 'canRead' in value;

const isCaller = (value: unknown): boolean =>
  isObject(value) &&
  'kind' in value &&
  (value.kind === 'request' || value.kind === 'code') &&
  'visibility' in value &&
  isVisibility(value.visibility);
