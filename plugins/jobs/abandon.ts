// Tells the definition of a job that the job does not run any more.
import { runCheck } from '../../core';
import type { KnownJob } from './definitions';
import type { AbandonedJob } from './types';

/** A payload that does not fit is left out: `run` never got it either. */
export async function abandon(known: KnownJob, payload: unknown, job: AbandonedJob): Promise<void> {
  if (known.abandoned === undefined) return;
  const { value, issues } = known.payload ? runCheck(known.payload, payload) : { value: payload, issues: [] };
  if (issues.length === 0) await known.abandoned(value, job);
}
