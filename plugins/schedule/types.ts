// Types that the files of the plugin share, and the types that it adds to the core.
import type { Principal, ReadArguments, Uid } from '../../core';
import type { ScheduleConfig } from './config';

export const NAME = 'schedule';
export const RUN = 'schedule.run';

/** The operations of documents that a time can have. */
export const ACTIONS = ['publish', 'unpublish'] as const;
export type ScheduledAction = (typeof ACTIONS)[number];

/** `open`: a release without a time. */
export const STATES = ['open', 'waiting', 'done', 'failed', 'cancelled'] as const;
export type PlanState = (typeof STATES)[number];

/** Who asked for the change; the change runs with the rights that this caller has at its time. */
export type Person =
  | { readonly kind: 'code' }
  | { readonly kind: 'request'; readonly principal: Principal | null; readonly since: number };

/** A moment with one change, or with those of a release. All run in one transaction. */
export interface Plan {
  readonly id: number;
  /** null: it is no release. */
  readonly name: string | null;
  /** Milliseconds since 1970; null: no time yet. */
  readonly at: number | null;
  readonly timeZone: string;
  readonly state: PlanState;
  /** Counts the times that were set: a job of an earlier one does nothing. */
  readonly turn: number;
  readonly job: number | null;
  /** Who set the time. */
  readonly by: Person;
  /** Why nothing was changed; null: nothing failed. */
  readonly problems: readonly Problem[] | null;
  readonly created: number;
  readonly changed: number;
}

export interface Change {
  readonly id: number;
  readonly plan: number;
  readonly type: Uid;
  readonly documentId: string;
  readonly action: ScheduledAction;
  /** `{ locale: 'en' }`; `*`: all values. */
  readonly axes: Readonly<Record<string, string>>;
  readonly by: Person;
  readonly created: number;
}

export type PlannedChange = Change & { readonly planned: Plan };

/** What prevents a change. */
export interface Problem {
  /** null: it concerns the whole release. */
  readonly change: number | null;
  readonly type: string | null;
  readonly documentId: string | null;
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details?: unknown;
}

export interface When {
  /** An ISO time: with `Z` or an offset, or a local time in `timeZone`. */
  readonly at: string;
  /** An IANA name. Absent: that of the configuration. */
  readonly timeZone?: string | undefined;
}

/** A change as routes and the document service show it, with the values of its axes, such as `locale`. */
export interface ShownChange {
  readonly id: number;
  readonly type: string;
  readonly documentId: string;
  readonly action: ScheduledAction;
  readonly at: string | null;
  readonly timeZone: string;
  readonly localTime: string | null;
  readonly state: PlanState;
  readonly release: { readonly id: number; readonly name: string } | null;
  readonly by: string | null;
  readonly problems: readonly Problem[] | null;
  readonly createdAt: string;
  readonly changedAt: string;
}

export interface ScheduleInput extends Partial<When> {
  readonly action?: ScheduledAction | undefined;
  /** The release that the change belongs to, instead of a time. */
  readonly release?: number | undefined;
  /** A change whose time is replaced. */
  readonly id?: number | undefined;
}

type On<T> = ReadArguments & { readonly documentId?: string; readonly data: T };

declare module '../../core/types' {
  interface PluginConfigMap {
    schedule: ScheduleConfig;
  }
  interface DocumentOperationMap {
    /** Plans to publish or unpublish the document, or changes the time of such a plan. null: there is no such document. */
    readonly schedule: (args: On<ScheduleInput>) => Promise<ShownChange | null>;
    /** Cancels a planned change of the document. */
    readonly unschedule: (args: On<{ readonly id: number }>) => Promise<ShownChange | null>;
  }
}
