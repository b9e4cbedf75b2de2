// Plans and changes as answers show them to a caller.
import { localTime } from './moment';
import { labelOf } from './person';
import { type Reader, shownProblems } from './problems';
import type { Plan, PlannedChange, Problem, ShownChange } from './types';

export interface ShownRelease {
  readonly id: number;
  readonly name: string;
  readonly at: string | null;
  readonly timeZone: string;
  readonly localTime: string | null;
  readonly state: string;
  readonly by: string | null;
  readonly problems: readonly Problem[] | null;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly changeCount: number;
  readonly changes?: readonly ShownChange[];
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const timesOf = ({ at, timeZone, state, problems, created, changed }: Plan, reader: Reader) => ({
  at: at === null ? null : iso(at),
  timeZone,
  localTime: at === null ? null : localTime(at, timeZone),
  state,
  problems: shownProblems(problems, reader),
  createdAt: iso(created),
  changedAt: iso(changed),
});

export function shownChange(
  { id, type, documentId, action, axes, by, created, planned }: PlannedChange,
  reader: Reader,
): ShownChange {
  const { name } = planned;
  return {
    id,
    type,
    documentId,
    action,
    ...axes,
    ...timesOf(planned, reader),
    release: name === null ? null : { id: planned.id, name },
    by: labelOf(by),
    createdAt: iso(created),
  };
}

/** As an item of a list. */
export const shownRelease = (plan: Plan, changeCount: number, reader: Reader): ShownRelease => ({
  id: plan.id,
  name: plan.name ?? '',
  ...timesOf(plan, reader),
  by: labelOf(plan.by),
  changeCount,
});

export const wholeRelease = (
  plan: Plan,
  changes: readonly PlannedChange[],
  reader: Reader,
): ShownRelease => ({
  ...shownRelease(plan, changes.length, reader),
  changes: changes.map((change) => shownChange(change, reader)),
});
