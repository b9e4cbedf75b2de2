// The tables of plans and their changes, and what their rows mean. A plan is one moment: of a single change, or of a release.
//   schedule_plans     id  name    at             state    turn      schedule_changes   id  plan  type                  action
//                      7   Spring  1772360430000  waiting  2                            12  7     api::article.article  publish
import { createHash } from 'node:crypto';
import type { App, RowOf } from '../../core';
import type { Change, Person, Plan, PlanState, Problem, ScheduledAction } from './types';

const PLAN = {
  id: { kind: 'id' },
  name: { kind: 'string', length: 200 },
  at: { kind: 'integer' },
  time_zone: { kind: 'string', length: 64, notNull: true },
  state: { kind: 'string', length: 10, notNull: true },
  turn: { kind: 'integer', notNull: true, default: 0 },
  job: { kind: 'integer' },
  by: { kind: 'json', notNull: true },
  problems: { kind: 'json' },
  created: { kind: 'integer', notNull: true },
  changed: { kind: 'integer', notNull: true },
} as const;

const CHANGE = {
  id: { kind: 'id' },
  plan: { kind: 'integer', notNull: true },
  type: { kind: 'string', length: 191, notNull: true },
  document_id: { kind: 'string', length: 191, notNull: true },
  action: { kind: 'string', length: 20, notNull: true },
  axes: { kind: 'json', notNull: true },
  /** Document and axis values: a release has one change of each. */
  target: { kind: 'string', length: 64, notNull: true },
  by: { kind: 'json', notNull: true },
  created: { kind: 'integer', notNull: true },
} as const;

export type PlanRow = RowOf<typeof PLAN>;
export type ChangeRow = RowOf<typeof CHANGE>;

export const planTables = (app: App) => ({
  plans: app.model({
    table: 'schedule_plans',
    columns: PLAN,
    indexes: [{ columns: ['state', 'at'] }, { columns: ['changed'] }],
  }),
  changes: app.model({
    table: 'schedule_changes',
    columns: CHANGE,
    indexes: [{ columns: ['plan', 'target'], unique: true }, { columns: ['type', 'document_id'] }],
  }),
});

export type PlanTables = ReturnType<typeof planTables>;

export const targetOf = (
  type: string,
  documentId: string,
  axes: Readonly<Record<string, string>>,
): string => {
  const values = Object.entries(axes).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([type, documentId, values]))
    .digest('hex');
};

export function planOf(row: PlanRow): Plan {
  const { id, name, at, time_zone, turn, job, created, changed } = row;
  const state = row.state as PlanState;
  const problems = row.problems as readonly Problem[] | null;
  return {
    id,
    name,
    at,
    timeZone: time_zone,
    state,
    turn,
    job,
    by: row.by as Person,
    problems,
    created,
    changed,
  };
}

export function changeOf({ document_id, action, axes, by, ...row }: ChangeRow): Change {
  const { id, plan, type, created } = row;
  return {
    id,
    plan,
    type,
    documentId: document_id,
    action: action as ScheduledAction,
    axes: axes as Readonly<Record<string, string>>,
    by: by as Person,
    created,
  };
}
