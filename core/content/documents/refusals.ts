// A write that ends without a commit runs the `refusals` of its action.
import { isThenable } from '../../kernel/check/thenable';
import type { Performance } from './perform';
import type { WriteAction } from './write-action';

type Refusable = Pick<WriteAction, 'refusals'>;

/** Runs each once. */
export function refuse({ refusals }: Refusable): void {
  for (const work of refusals.splice(0)) work();
}

export function refuseAll(
  items: readonly { readonly write: { readonly performance: Pick<Performance, 'action'> } }[],
): void {
  for (const { write } of items) refuse(write.performance.action);
}

/** Work that refuses the write when it fails. */
export function refusing<T>(action: Refusable, work: () => Promise<T>): Promise<T>;
export function refusing<T>(action: Refusable, work: () => T | Promise<T>): T | Promise<T>;
export function refusing<T>(action: Refusable, work: () => T | Promise<T>): T | Promise<T> {
  const failed = (error: unknown): never => {
    refuse(action);
    throw error;
  };
  try {
    const result = work();
    return isThenable(result) ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
