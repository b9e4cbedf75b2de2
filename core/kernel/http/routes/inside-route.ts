// Runs a route for code that is no HTTP route, such as a field of GraphQL: policies, checks, handler. The caller authorises the action, and
// gives the input.
import { attribute } from '../../errors/attribute';
import type { Mistake } from '../../errors/startup-error';
import type { RequestContext } from '../request/context';
import type { Exchange } from '../request/exchange';
import { checkSteps, type Input, type SourceWords } from './contract';
import type { Named } from './named';
import { policySteps } from './policies';
import type { Answer, CheckedInput, Policy, RouteChecks, RouteDefinition } from './route';

export interface InsideRoute {
  readonly policies: Named<Policy>;
  /** Development only: a 403 names the policy. */
  readonly showHints: boolean;
  readonly plugin: string;
  /** For messages: `the GraphQL field Query.hello`. */
  readonly at: string;
  readonly mistakes: Mistake[];
  /** For messages, if the input comes from no path and no query string. */
  readonly words?: SourceWords;
}

export type RunInside = (request: RequestContext, given: Input) => Promise<Answer>;

export function insideRoute(
  definition: RouteDefinition,
  { policies, showHints, plugin, at, mistakes, words }: InsideRoute,
): RunInside {
  const place = { where: plugin, at };
  const allowing = policySteps(definition.policies ?? [], {
    registered: policies,
    showHints,
    place,
    mistakes,
  });
  const checking = checkSteps(definition.checks ?? {}, words);
  const handler = attribute(definition.handler, { plugin, at });
  return async (request, given) => {
    const input = { ...given };
    for (const step of allowing) await step(request);
    for (const step of checking) await step(request as Exchange, input);
    return handler(request, input as CheckedInput<RouteChecks>);
  };
}
