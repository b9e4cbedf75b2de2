// The code of plugins that runs or waits, for messages about code that waits or blocks.
import type { Events } from '../observe/events';
import type { Hooks } from './hooks';

/** A call of a tap whose promise has not settled. */
export interface PendingTap {
  readonly plugin: string;
  readonly hook: string;
  /** `performance.now()` at the call. */
  readonly since: number;
}

export interface Activity {
  readonly pending: Set<PendingTap>;
  /** Its tracer encloses taps. */
  events: Pick<Events, 'tracer'> | null;
  /** `documents.validate of the plugin "audit"` starts to run. */
  enter(label: string): void;
  /** The code that started last, newest first. */
  recent(): readonly string[];
}

/** A plugin taps a hook. */
export interface Tapping {
  readonly hooks: Hooks;
  readonly plugin: string;
  readonly activity: Activity;
}

const activities = new WeakMap<object, Activity>();

export function activityOf(hooks: Hooks): Activity {
  const activity = activities.get(hooks) ?? createActivity();
  activities.set(hooks, activity);
  return activity;
}

function createActivity(): Activity {
  const labels = ['', '', '', ''];
  let at = 0;
  return {
    pending: new Set(),
    events: null,
    enter(label) {
      at = (at + 1) & 3;
      labels[at] = label;
    },
    recent: () => [0, 3, 2, 1].map((back) => labels[(at + back) & 3] ?? '').filter((label) => label !== ''),
  };
}

/** The calls since then that have not ended, the oldest first: `documents.writing of the plugin "audit"`. */
export const pendingSince = (hooks: Hooks, since: number): readonly string[] => [
  ...new Set([...activityOf(hooks).pending].filter((call) => call.since >= since).map(nameOf)),
];

export const nameOf = ({ hook, plugin }: PendingTap): string => `${hook} of the plugin "${plugin}"`;

/** Returns a function that ends the call. */
export function beginCall({ plugin, activity: { pending } }: Tapping, hook: string): () => void {
  const call = { plugin, hook, since: performance.now() };
  pending.add(call);
  return () => pending.delete(call);
}
