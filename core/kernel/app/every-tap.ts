// Calls every tap of a hook in its order, also after a tap that fails. So the other plugins still get the event.
import type { FullTap } from 'tapable';

interface Tapped<A extends unknown[]> {
  readonly taps: readonly FullTap[];
  /** The arguments of the hook; only for their types. */
  promise?(...args: A): unknown;
  call?(...args: A): unknown;
}

/** Waits for each tap before the next one. */
export async function everyTap<A extends unknown[]>(
  { taps }: Tapped<A>,
  args: A,
  failed: (error: unknown) => void,
): Promise<void> {
  for (const { type, fn } of taps)
    try {
      if (type === 'async') await called(fn, args);
      else await fn(...args);
    } catch (error) {
      failed(error);
    }
}

/** `tapAsync`: the function calls back. As in tapable, a falsy error means success. */
const called = (fn: FullTap['fn'], args: readonly unknown[]): Promise<void> =>
  new Promise((resolve, reject) => fn(...args, (error?: unknown) => (error ? reject(error) : resolve())));

/** For synchronous hooks. */
export function everyTapAtOnce<A extends unknown[]>(
  { taps }: Tapped<A>,
  args: A,
  failed: (error: unknown) => void,
): void {
  for (const { fn } of taps)
    try {
      fn(...args);
    } catch (error) {
      failed(error);
    }
}
