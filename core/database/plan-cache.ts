// Compiled plans by shape, bounded.
import type { QueryNode } from '../query/ast';
import type { RootPlan } from './compile/plan-types';
import { compileRoot, type ReadMode, type SelectOptions } from './compile/select';
import { shapeOf } from './compile/shape';
import { GenerationCache } from './generation-cache';

/** A plan and the values of this request, in the order the plan binds them. */
export interface Planned {
  readonly plan: RootPlan;
  readonly values: readonly unknown[];
}

export class PlanCache {
  readonly #plans: GenerationCache<string, RootPlan>;

  constructor(
    private readonly options: SelectOptions,
    size = 1000,
  ) {
    this.#plans = new GenerationCache(size);
  }

  plan(tree: QueryNode, mode: ReadMode): Planned {
    const shape = shapeOf(tree);
    const key = mode + shape.key;
    let plan = this.#plans.get(key);
    if (!plan) {
      plan = compileRoot(tree, mode, this.options);
      this.#plans.set(key, plan);
    }
    return { plan, values: shape.values };
  }
}
