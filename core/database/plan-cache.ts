// Compiled plans by shape, bounded. Two generations instead of a list in order of use: a hit costs one look-up, and what is
// used survives the change of generations.
import type { QueryNode } from '../query/ast';
import type { RootPlan } from './compile/plan-types';
import { compileRoot, type ReadMode, type SelectOptions } from './compile/select';
import { shapeOf } from './compile/shape';

export class GenerationCache<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** Holds at most twice `size`. */
  constructor(private readonly size: number) {}

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

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
