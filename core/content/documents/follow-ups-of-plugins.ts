// Follow-ups that a tap of `documents.prepare` adds carry the name of its plugin: in errors, and among the calls under way.

import { beginCall, type Tapping } from '../../kernel/app/activity';
import { isThenable } from '../../kernel/check/thenable';
import { type AnyFunction, attributed } from '../../kernel/errors/attribute';
import type { FollowUp, WriteAction } from './write-action';

export function owningFollowUps(fn: AnyFunction, tapping: Tapping): AnyFunction {
  const own = (followUp: FollowUp): FollowUp => {
    const { name, joins } = followUp;
    const place = `the follow-up "${name}"`;
    return {
      name,
      joins,
      async run(context) {
        const end = beginCall(tapping, place);
        try {
          await followUp.run(context);
        } catch (error) {
          throw attributed(error, { plugin: tapping.plugin, at: place });
        } finally {
          end();
        }
      },
    };
  };
  return (...args) => {
    const { followUps } = args[0] as WriteAction;
    // The tap may also remove follow-ups, or insert its own follow-ups at the front.
    const before = new Set(followUps);
    const claim = (): void => {
      for (const [i, each] of followUps.entries()) if (!before.has(each)) followUps[i] = own(each);
    };
    const result = fn(...args);
    if (isThenable(result)) return result.then(claim);
    claim();
    return result;
  };
}
