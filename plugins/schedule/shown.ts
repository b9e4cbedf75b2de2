// Plans and changes as answers show them.
import { localTime } from './moment';
import { labelOf } from './person';
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

const timesOf = ({ at, timeZone, state, problems, created, changed }: Plan) => ({
  at: at === null ? null : iso(at),
  timeZone,
  localTime: at === null ? null : localTime(at, timeZone),
  state,
  problems,
  createdAt: iso(created),
  changedAt: iso(changed),
});

export function shownChange({
  id,
  type,
  documentId,
  action,
  axes,
  by,
  created,
  planned,
}: PlannedChange): ShownChange {
  const { name } = planned;
  return {
    id,
    type,
    documentId,
    action,
    ...axes,
    ...timesOf(planned),
    release: name === null ? null : { id: planned.id, name },
    by: labelOf(by),
    createdAt: iso(created),
  };
}

/** As an item of a list. */
export const shownRelease = (plan: Plan, changeCount: number): ShownRelease => ({
  id: plan.id,
  name: plan.name ?? '',
  ...timesOf(plan),
  by: labelOf(plan.by),
  changeCount,
});

export const wholeRelease = (plan: Plan, changes: readonly PlannedChange[]): ShownRelease => ({
  ...shownRelease(plan, changes.length),
  changes: changes.map(shownChange),
});
