// Limits the permissions that a caller can hand to a role or a user to the permissions of the caller.
// The action `role.grantAll` lifts the limit.
import type { RequestContext } from '../../../core';
import { usersErrors } from '../errors';
import { ROLE } from '../types';
import { isSameRule } from './action-rule';
import { isFull } from './full-role';
import type { Grant, Grants } from './grants';
import { READING, RULED } from './rules';

export const GRANT_ALL = `${ROLE}.grantAll`;

export async function checkGrantLimit(
  request: RequestContext,
  wanted: readonly Grant[],
  grants: Pick<Grants, 'of'>,
): Promise<void> {
  const { visibility, state } = request;
  if (wanted.length === 0 || request.can(GRANT_ALL)) return;
  const own = state.user ? await grants.of(state.user.role ?? '') : null;
  const missing = wanted.filter((grant) =>
    own === null
      ? !request.can(grant.action) || visibility.isLimited?.(grant.action) === true
      : !own.some((held) => covers(held, grant)),
  );
  if (missing.length > 0) throw usersErrors.GRANT_EXCEEDS(missing.map(({ action }) => action));
}

/**
 * The wanted permissions that allow or show more than the held ones. A rule of a held permission that reads must be among the wanted ones, too:
 * without it, another action of the type would show the rest.
 */
export function grantsBeyond(held: readonly Grant[], wanted: readonly Grant[]): readonly Grant[] {
  if (isFull(held)) return [];
  const subjectOf = ({ action }: Grant): string => action.slice(0, action.lastIndexOf('.'));
  const ruled = held.filter(({ action, rule }) => rule !== null && !isWrite(action));
  const isKept = ({ action, rule }: Grant): boolean =>
    wanted.some((other) => other.action === action && isSameRule(other.rule, rule));
  return wanted.filter(
    (grant) =>
      !held.some((each) => covers(each, grant)) ||
      ruled.some((each) => subjectOf(each) === subjectOf(grant) && !isKept(each)),
  );
}

const isWrite = (action: string): boolean => {
  const verb = action.slice(action.lastIndexOf('.') + 1);
  return RULED.has(verb) && !READING.has(verb);
};

/** A permission with a rule covers only a permission with the same rule. */
const covers = (held: Grant, wanted: Grant): boolean =>
  held.action === wanted.action && (held.rule === null || isSameRule(held.rule, wanted.rule));
