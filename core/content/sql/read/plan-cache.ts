// Compiled plans by shape, bounded.

import { GenerationCache } from '../../../kernel/cache/generation-cache';
import type { QueryNode } from '../../query/ast';
import { compileAggregate } from '../compile/aggregate';
import type { AggregatePlan } from '../compile/aggregate-plan';
import type { RootPlan } from '../compile/plan-types';
import { compileRoot, type ReadMode, type SelectOptions } from '../compile/select';
import { shapeOf } from '../compile/shape';

/** A plan and the values of this request, in the order the plan binds them. */
export interface Planned<P = RootPlan> {
  readonly plan: P;
  readonly values: readonly unknown[];
}

export class PlanCache {
  readonly #plans: GenerationCache<string, RootPlan>;
  readonly #aggregates: GenerationCache<string, AggregatePlan>;

  constructor(
    private readonly options: SelectOptions,
    size = 1000,
  ) {
    this.#plans = new GenerationCache(size);
    this.#aggregates = new GenerationCache(size);
  }

  plan(tree: QueryNode, mode: ReadMode): Planned {
    return planned(this.#plans, tree, mode, () => compileRoot(tree, mode, this.options));
  }

  /** Long relations are read in pages. */
  long(tree: QueryNode, mode: ReadMode): Planned {
    return planned(this.#plans, tree, `long ${mode}`, () => compileRoot(tree, mode, this.options, true));
  }

  aggregate(tree: QueryNode): Planned<AggregatePlan> {
    return planned(this.#aggregates, tree, '', () => compileAggregate(tree, this.options));
  }
}

function planned<P>(
  plans: GenerationCache<string, P>,
  tree: QueryNode,
  mode: string,
  compile: () => P,
): Planned<P> {
  const shape = shapeOf(tree);
  const key = mode + shape.key;
  let plan = plans.get(key);
  if (plan === undefined) {
    plan = compile();
    plans.set(key, plan);
  }
  return { plan, values: shape.values };
}
