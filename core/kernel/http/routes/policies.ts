// Policies: turns references into steps at startup, and decides which results allow a request.

import { isThenable } from '../../check/thenable';
import { coreErrors } from '../../errors/core-errors';
import { errorSourceOf } from '../../errors/error-source';
import type { Mistake } from '../../errors/startup-error';
import type { RequestContext } from '../request/context';
import { addedBy, type Named, unknownName } from './named';
import type { Policy, PolicyReference } from './route';

/** `true` and `undefined` allow; other values, a throw and a rejection deny. */
function allows(result: unknown): boolean {
  return result === true || result === undefined;
}

export type Step = (request: RequestContext) => void | PromiseLike<void>;

interface PolicySurroundings {
  readonly registered: Named<Policy>;
  /** Development only: a 403 names the policy. */
  readonly showHints: boolean;
  readonly place: Omit<Mistake, 'message'>;
  readonly mistakes: Mistake[];
}

export function policySteps(references: readonly PolicyReference[], around: PolicySurroundings): Step[] {
  const { registered, place, mistakes } = around;
  return references.flatMap((reference) => {
    if (typeof reference === 'function') return [step(reference, undefined, reference.name, around)];
    const { name, config } =
      typeof reference === 'string' ? { name: reference, config: undefined } : reference;
    const policy = registered.get(name);
    if (policy) return [step(policy, config, name, around)];
    mistakes.push(unknownName('policy', name, registered.names(), place, addedBy('policies', name)));
    return [];
  });
}

function step(
  policy: Policy,
  config: unknown,
  name: string,
  { showHints, place: { where, at } }: PolicySurroundings,
): Step {
  const place = `${at} of the plugin "${where}"`;
  const who = name === '' ? 'a policy without a name' : `the policy "${name}"`;
  const forbidden = (what: string) => coreErrors.ACCESS_FORBIDDEN(showHints ? `${who} ${what}` : undefined);
  const settle = (request: RequestContext, result: unknown) => {
    if (allows(result)) return;
    if (result !== false)
      request.log.warn(
        `${who} of ${place} returned ${typeof result}, so the request is denied. Return true or false.`,
      );
    throw forbidden('denies this request');
  };
  const deny = (request: RequestContext, error: unknown): never => {
    request.log.warn(`${who} of ${place} failed, so the request is denied`, {
      policy: name || 'a function',
      ...errorSourceOf(error),
      error,
    });
    throw forbidden('failed; see the log');
  };
  return (request) => {
    let result: unknown;
    try {
      result = policy(request, config);
    } catch (error) {
      return deny(request, error);
    }
    if (!isThenable(result)) return settle(request, result);
    return Promise.resolve(result).then(
      (settled) => settle(request, settled),
      (error: unknown) => deny(request, error),
    );
  };
}
