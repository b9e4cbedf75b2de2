// Calls the taps of a bailing hook until one answers. Every request passes here, so the taps are called directly, without
// tapable. Taps that answer at once cost no promise.
import type { FullTap } from 'tapable';
import { isThenable } from '../check/thenable';

/** undefined leaves the decision to the next tap. */
export type TapResult<T> = T | undefined | PromiseLike<T | undefined>;
type TapFunction<A extends unknown[], T> = (...args: A) => TapResult<T>;

export function firstAnswer<A extends unknown[], T>(hook: {
  readonly taps: readonly FullTap[];
}): TapFunction<A, T> {
  let taps: readonly TapFunction<A, T>[] = [];
  return (...args) => {
    // Plugins may tap until startup ends.
    if (taps.length !== hook.taps.length) taps = hook.taps.map(({ fn }) => fn as TapFunction<A, T>);
    return answerFrom(0, taps, args);
  };
}

function answerFrom<A extends unknown[], T>(
  first: number,
  taps: readonly TapFunction<A, T>[],
  args: A,
): TapResult<T> {
  for (let at = first; at < taps.length; at++) {
    const answer = taps[at]?.(...args);
    if (answer === undefined) continue;
    if (!isThenable(answer)) return answer;
    return answer.then((found) => (found === undefined ? answerFrom(at + 1, taps, args) : found));
  }
  return undefined;
}
