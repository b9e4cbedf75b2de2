// Scheduled changes and releases as the API describes them, and the words for them.
import { type Message, msg } from '../i18n/translate';
import { known, may, type TypeModel, typeOf } from './model';

export const STATES = [
  ['open', msg('Without a time')],
  ['waiting', msg('Waiting')],
  ['done', msg('Done')],
  ['failed', msg('Failed')],
  ['cancelled', msg('Cancelled')],
] as const;
export type PlanState = (typeof STATES)[number][0];
export const STATE_TITLES = Object.fromEntries(STATES) as Record<PlanState, Message>;
export const isPlanState = (text: string): text is PlanState => Object.hasOwn(STATE_TITLES, text);

export const ACTIONS = [
  ['publish', msg('Publish')],
  ['unpublish', msg('Unpublish')],
] as const;
export type PlannedAction = (typeof ACTIONS)[number][0];
export const ACTION_TITLES = Object.fromEntries(ACTIONS) as Record<PlannedAction, Message>;

export interface Problem {
  /** null: it concerns the whole release. */
  readonly change: number | null;
  readonly type: string | null;
  readonly documentId: string | null;
  readonly locale?: string;
  readonly message: string;
  readonly details?: {
    readonly errors?: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
  };
}

export interface Timed {
  readonly at: string | null;
  readonly timeZone: string;
  /** `2030-03-01T09:00:00+01:00`, on the clocks of the zone. */
  readonly localTime: string | null;
}

interface Plan extends Timed {
  readonly id: number;
  readonly state: PlanState;
  readonly by: string | null;
  readonly problems: readonly Problem[] | null;
}

export interface Change extends Plan {
  readonly type: string;
  readonly documentId: string;
  readonly action: PlannedAction;
  /** `*`: all locales. */
  readonly locale?: string;
  readonly release: { readonly id: number; readonly name: string } | null;
}

export interface Release extends Plan {
  readonly name: string;
  readonly changeCount: number;
}

export type WholeRelease = Release & { readonly changes: readonly Change[] };

export interface Page<T> {
  readonly data: readonly T[];
  readonly meta: { readonly pagination: { readonly pageCount: number; readonly total: number } };
}

export const RELEASE_ACTIONS = {
  read: 'plugin::schedule.release.read',
  create: 'plugin::schedule.release.create',
  update: 'plugin::schedule.release.update',
  delete: 'plugin::schedule.release.delete',
  check: 'plugin::schedule.release.check',
} as const;

export const CHANGE_ACTIONS = {
  read: 'plugin::schedule.change.read',
  update: 'plugin::schedule.change.update',
  cancel: 'plugin::schedule.change.cancel',
} as const;

export const releasesAt = (): string => `${known().prefix}/schedule/releases`;
export const releaseAt = (id: number | string): string => `${releasesAt()}/${encodeURIComponent(id)}`;
export const changesAt = (): string => `${known().prefix}/schedule/changes`;
export const changeAt = (id: number): string => `${changesAt()}/${id}`;

export const momentOf = ({ at }: Pick<Plan, 'at'>): number => Date.parse(at ?? '');

const WEEK = 7 * 86_400_000;

/** A failure that is older than a week is no news. */
export const isNews = (plan: Pick<Plan, 'at'>): boolean => momentOf(plan) > Date.now() - WEEK;

export const isPlanned = ({ state }: Pick<Plan, 'state'>): boolean => state === 'open' || state === 'waiting';

/** A release that has failed can be mended and run again. */
export const canChange = (release: Pick<Release, 'state'>): boolean =>
  isPlanned(release) || release.state === 'failed';

/** Its state changes within a minute. */
export const isDueSoon = ({ state, at }: Pick<Release, 'state' | 'at'>): boolean =>
  state === 'waiting' && at !== null && Date.parse(at) < Date.now() + 60_000;

/** What the role may schedule for documents of the type. */
export const actionsOf = ({ actions }: TypeModel) => ACTIONS.filter(([name]) => actions.includes(name));

export const canSchedule = (type: TypeModel): boolean =>
  type.actions.includes('schedule') && actionsOf(type).length > 0;

/** Types whose documents the role can find, and schedule. */
export const schedulable = (): readonly TypeModel[] =>
  known().types.filter((type) => canSchedule(type) && type.actions.includes('find'));

/** A type that the page does not know may be one that the role does not see. The server would refuse the request. */
export const mayUnschedule = (uid: string): boolean => typeOf(uid)?.actions.includes('unschedule') === true;

/** The time of a change in a release is that of the release. */
export const mayReschedule = ({ type: uid, action, release }: Change): boolean => {
  if (release !== null || !may(CHANGE_ACTIONS.update)) return false;
  const actions = typeOf(uid)?.actions ?? [];
  return actions.includes('schedule') && actions.includes(action);
};
