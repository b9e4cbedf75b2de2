// Asks the taps of a bailing hook until one answers. It stands in the way of each request, so it calls the taps itself: without
// a promise where they answer at once, and without tapable's general code around them.
import type { FullTap } from 'tapable';
import { isThenable } from '../http/thenable';

/** Nothing: no opinion. */
export type Answer<T> = T | undefined | PromiseLike<T | undefined>;
type Ask<A extends unknown[], T> = (...args: A) => Answer<T>;

export function firstAnswer<A extends unknown[], T>(hook: { readonly taps: readonly FullTap[] }): Ask<A, T> {
  let asks: readonly Ask<A, T>[] = [];
  return (...args) => {
    // Plugins may tap as long as they start.
    if (asks.length !== hook.taps.length) asks = hook.taps.map(askOf<A, T>);
    return askFrom(0, asks, args);
  };
}

function askFrom<A extends unknown[], T>(first: number, asks: readonly Ask<A, T>[], args: A): Answer<T> {
  for (let at = first; at < asks.length; at++) {
    const answer = asks[at]?.(...args);
    if (answer === undefined) continue;
    if (!isThenable(answer)) return answer;
    return answer.then((found) => (found === undefined ? askFrom(at + 1, asks, args) : found));
  }
  return undefined;
}

type Done<T> = (error: Error | null | undefined, result?: T) => void;

function askOf<A extends unknown[], T>({ type, fn }: FullTap): Ask<A, T> {
  if (type !== 'async') return fn as Ask<A, T>;
  const call = fn as (...args: [...A, Done<T>]) => void;
  return (...args) =>
    new Promise((resolve, reject) =>
      call(...args, (error, result) => (error ? reject(error) : resolve(result))),
    );
}
