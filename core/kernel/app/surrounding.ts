// Compiles the taps of an `around` hook to one function: each tap runs inside the tap before it.
import type { AnyFunction } from '../errors/attribute';
import { setOwnError } from '../errors/error-source';
import type { CompileOptions } from './hook-code';

type Work = () => Promise<unknown>;

export function surrounding({ taps }: CompileOptions): AnyFunction {
  return (...args) => {
    const work = args.pop() as Work;
    const runFrom = async (at: number): Promise<unknown> => {
      const tap = taps[at];
      if (tap === undefined) return own(work);
      let isCalled = false;
      const next: Work = () => {
        if (isCalled) throw new Error(`The plugin "${tap.name}" calls next() twice; call it once`);
        isCalled = true;
        return runFrom(at + 1);
      };
      return tap.fn(...args, next);
    };
    return runFrom(0);
  };
}

/** An error of the work is no error of the taps that it passes. */
async function own(work: Work): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    setOwnError(error);
    throw error;
  }
}
