// Compiled plans by shape, bounded.

import { GenerationCache } from '../../../kernel/cache/generation-cache';
import type { Events, Observation } from '../../../kernel/observe/events';
import type { QueryNode } from '../../query/ast';
import type { AggregatePlan } from '../compile/aggregate-plan';
import type { RootPlan } from '../compile/plan-types';
import { compileRoot, type ReadMode, type SelectOptions } from '../compile/select';
import { shapeOf } from '../compile/shape';

declare module '../../../types' {
  interface EventMap {
    /** A query found its plan in the cache, or a plan is compiled for it. */
    'query.plan': { readonly isKept: boolean };
  }
}

interface Uses {
  readonly events: Events;
  readonly observation: Observation;
}

/** A plan and the values of this request, in the order the plan binds them. */
export interface Planned<P = RootPlan> {
  readonly plan: P;
  readonly values: readonly unknown[];
}

export class PlanCache {
  readonly #plans: GenerationCache<string, RootPlan>;
  readonly #aggregates: GenerationCache<string, AggregatePlan>;
  readonly #uses: Uses;

  constructor(
    private readonly options: SelectOptions,
    events: Events,
    size = 1000,
  ) {
    this.#plans = new GenerationCache(size);
    this.#aggregates = new GenerationCache(size);
    this.#uses = { events, observation: events.observation('query.plan') };
  }

  plan(tree: QueryNode, mode: ReadMode): Planned {
    return planned(this.#uses, this.#plans, tree, mode, () => compileRoot(tree, mode, this.options));
  }

  /** Long relations are read in pages. */
  long(tree: QueryNode, mode: ReadMode): Planned {
    return planned(this.#uses, this.#plans, tree, `long ${mode}`, () =>
      compileRoot(tree, mode, this.options, true),
    );
  }

  aggregate(tree: QueryNode): Planned<AggregatePlan> {
    return planned(this.#uses, this.#aggregates, tree, '', () =>
      loadAggregates().compileAggregate(tree, this.options),
    );
  }
}

const loadAggregates = (): typeof import('../compile/aggregate') => require('../compile/aggregate');

function planned<P>(
  { events, observation }: Uses,
  plans: GenerationCache<string, P>,
  tree: QueryNode,
  mode: string,
  compile: () => P,
): Planned<P> {
  const shape = shapeOf(tree);
  const key = mode + shape.key;
  let plan = plans.get(key);
  if (observation.isObserved) events.emit({ event: 'query.plan', isKept: plan !== undefined });
  if (plan === undefined) {
    plan = compile();
    plans.set(key, plan);
  }
  return { plan, values: shape.values };
}
