// The events of the database. Only work that is observed is timed.
import type { EventName, Events } from '../kernel/observe/events';
import type { Statement, Steps } from './database';

declare module '../types' {
  interface EventMap {
    /** A plan was read outside of transactions, or failed. `statement`: its first one. */
    'database.read': { readonly milliseconds: number; statement(): Statement | undefined };
    /** A transaction has ended, with all its attempts. */
    'database.transaction': {
      readonly milliseconds: number;
      readonly attempts: number;
      readonly isCommitted: boolean;
      /** It has a limit of time. */
      readonly isLimited: boolean;
    };
    /** A commit has changed these tables; null: any. */
    'database.written': { readonly tables: readonly string[] | null };
    /** A transaction failed, for example by a deadlock, and runs again. */
    'database.retry': { readonly attempt: number; readonly error: unknown };
    /** So many statements start, in the asynchronous context of their caller. */
    'database.statements': { readonly count: number };
    /** A call got a connection of the pool, or was refused. On SQLite: the handle that writes. */
    'database.connection': { readonly milliseconds: number; readonly isRefused: boolean };
  }
}

type End = (milliseconds: number, hasFailed: boolean) => void;

/** Runs work, and times it when the event is observed. */
export type Timed = <R>(work: () => R, ended: End) => R;

export function timedWork(events: Events, name: EventName): Timed {
  const observation = events.observation(name);
  return (work, ended) => {
    if (!observation.isObserved) return work();
    const began = performance.now();
    const end = (hasFailed: boolean): void => ended(performance.now() - began, hasFailed);
    let isWaiting = false;
    let hasFailed = true;
    try {
      const result = work();
      hasFailed = false;
      if (result instanceof Promise) {
        isWaiting = true;
        result.then(
          () => end(false),
          () => end(true),
        );
      }
      return result;
    } finally {
      if (!isWaiting) end(hasFailed);
    }
  };
}

/** Emits `database.connection` for each wait for a connection. */
export function observeConnections(events: Events): <T>(take: () => Promise<T>) => Promise<T> {
  const timed = timedWork(events, 'database.connection');
  return (take) =>
    timed(take, (milliseconds, isRefused) =>
      events.emit({ event: 'database.connection', milliseconds, isRefused }),
    );
}

/** The first statement of a plan. A new generator runs no statement. */
export function firstStatement(steps: () => Steps<unknown>): Statement | undefined {
  const step = steps().next([]);
  return step.done ? undefined : step.value[0]?.statement;
}
