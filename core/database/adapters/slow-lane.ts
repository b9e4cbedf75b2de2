// The slow lane: one thread (lane-thread.ts) for slow plans, started when it is first needed. Plans run one at a time, each on one
// snapshot.

import { createQueue } from '../../kernel/concurrency/queue';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { ReadControl, Run, Steps } from '../database';
import type { Counters } from './counters';
import type { LaneThread, LaneThreads } from './lane-thread';

const LONGEST_QUEUE = 60_000;
/** Threads that were given up and still run their statement. */
const MOST_ABANDONED = 2;

export interface SlowPlan {
  readonly counters: Counters;
  readonly control: ReadControl | null;
  /** The statements of the plan may take long, so they are made endable. */
  readonly isLong: boolean;
  /** Gets the milliseconds of the statements, without the time in the queue. */
  took(milliseconds: number): void;
}

export interface SlowLane {
  drive<T>(plan: Steps<T>, first: readonly Run[], about: SlowPlan): Promise<T>;
}

export function createSlowLane(threads: LaneThreads): SlowLane {
  const queue = createQueue();
  let kept: LaneThread | null = null;

  let abandoned = 0;

  const alive = (): LaneThread => {
    if (kept?.isAlive) return kept;
    if (abandoned >= MOST_ABANDONED) throw coreErrors.SERVER_BUSY(RETRY_AFTER.connections);
    kept = threads.start();
    return kept;
  };

  const abandon = async (thread: LaneThread): Promise<void> => {
    abandoned += 1;
    await thread.close();
    abandoned -= 1;
  };

  return {
    async drive(plan, first, { counters, control, isLong, took }) {
      const leave = await queue.enter(LONGEST_QUEUE, () => coreErrors.SERVER_BUSY(RETRY_AFTER.connections));
      let spent = 0;
      try {
        // The read may have been refused while it waited.
        control?.hold(0);
        const thread = alive();
        let runs = first;
        try {
          for (;;) {
            counters.ranPlan(runs);
            const { rows, milliseconds } = await thread.rowsOf(runs, control, isLong);
            spent += milliseconds;
            const step = plan.next(rows);
            if (step.done) {
              // Only a plan that ran to its end has a meaningful time.
              took(spent);
              return step.value;
            }
            runs = step.value;
          }
        } finally {
          if (thread.isAlive) thread.end();
          else void abandon(thread);
        }
      } finally {
        leave();
      }
    },
  };
}
