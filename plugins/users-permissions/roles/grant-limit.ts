// Limits the permissions that a caller can hand to a role or a user to the permissions of the caller.
// The action `role.grantAll` lifts the limit.
import type { RequestContext } from '../../../core';
import { usersErrors } from '../errors';
import { ROLE } from '../types';
import { isSameRule } from './action-rule';
import type { Grant, Grants } from './grants';

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

/** A permission with a rule covers only a permission with the same rule. */
const covers = (held: Grant, wanted: Grant): boolean =>
  held.action === wanted.action && (held.rule === null || isSameRule(held.rule, wanted.rule));
