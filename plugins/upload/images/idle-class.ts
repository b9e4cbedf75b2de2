// The scheduling class SCHED_IDLE of Linux. A process of this class uses free cores only, and leaves its core at once when another process
// wakes up. A process with a nice value keeps the core for milliseconds. Beside other busy programs, a process of this class may wait for
// minutes; so an image that takes too long ends the use of the class for a while.
import { execFile, type ForkOptions } from 'node:child_process';

export interface IdleLimits {
  /** Milliseconds for one image. */
  readonly longest: number;
  /** Milliseconds without the class after an image that took longer. */
  readonly pause: number;
}

export interface IdleClass {
  readonly longest: number;
  /** Always false on a system without `chrt` (util-linux), and where the class is forbidden. */
  isUsable(): Promise<boolean>;
  pause(): void;
}

export function createIdleClass({ longest, pause }: IdleLimits): IdleClass {
  let allowed: Promise<boolean> | undefined;
  let pausedUntil = 0;
  return {
    longest,
    async isUsable() {
      if (performance.now() < pausedUntil) return false;
      allowed ??= succeeds('chrt', ['-i', '0', 'true']);
      return allowed;
    },
    pause() {
      pausedUntil = performance.now() + pause;
    },
  };
}

/** Options of `fork` for a process of the class. */
export const IN_IDLE_CLASS: ForkOptions = { execPath: 'chrt', execArgv: ['-i', '0', process.execPath] };

const succeeds = (program: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => execFile(program, args, (error) => resolve(error === null)));
