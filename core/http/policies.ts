// Policies: the rule of what lets pass, and references turned into steps once, at start.
import { coreErrors } from '../errors/core-errors';
import type { Mistake } from '../errors/startup-error';
import type { RequestContext } from './context';
import { addedBy, type Named, unknownName } from './named';
import type { Policy, PolicyReference } from './route';
import { isThenable } from './thenable';

/** `true` or nothing lets pass; `false`, anything else, a throw or a rejection denies. */
export function passes(result: unknown): boolean {
  return result === true || result === undefined;
}

export type Step = (request: RequestContext) => void | PromiseLike<void>;

export function policySteps(
  references: readonly PolicyReference[],
  registered: Named<Policy>,
  place: Omit<Mistake, 'message'>,
  mistakes: Mistake[],
): Step[] {
  return references.flatMap((reference) => {
    if (typeof reference === 'function') return [step(reference, undefined, reference.name || 'a function')];
    const { name, config } =
      typeof reference === 'string' ? { name: reference, config: undefined } : reference;
    const policy = registered.get(name);
    if (policy) return [step(policy, config, name)];
    mistakes.push(unknownName('policy', name, registered.names(), place, addedBy('policies', name)));
    return [];
  });
}

function step(policy: Policy, config: unknown, name: string): Step {
  const settle = (result: unknown) => {
    if (!passes(result)) throw coreErrors.ACCESS_FORBIDDEN();
  };
  const deny = (request: RequestContext, error: unknown): never => {
    request.log.warn(`the policy ${name} failed, so the request is denied`, { policy: name, error });
    throw coreErrors.ACCESS_FORBIDDEN();
  };
  return (request) => {
    let result: unknown;
    try {
      result = policy(request, config);
    } catch (error) {
      return deny(request, error);
    }
    if (!isThenable(result)) return settle(result);
    return Promise.resolve(result).then(settle, (error: unknown) => deny(request, error));
  };
}
