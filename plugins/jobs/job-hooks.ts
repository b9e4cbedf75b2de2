// The hooks that the plugin publishes.
import { hooks } from '../../core';

/** How one attempt ended. `lost`: another process has the job, or it was cancelled. `returned`: the application stops. */
export type AttemptOutcome = 'done' | 'failed' | 'dead' | 'lost' | 'hung' | 'returned';

export interface Attempt {
  readonly id: number;
  readonly name: string;
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
  /** Milliseconds of the attempt. */
  readonly milliseconds: number;
  readonly error?: unknown;
}

export const jobHooks = () => ({
  /** An attempt has ended: for metrics and alerts. */
  ended: hooks.everyTapSync<[attempt: Attempt]>(['attempt']),
});

export type JobHooks = ReturnType<typeof jobHooks>;
