// Reports when code blocked the event loop. The line of the log names the code of plugins that started last.
import type { Logger } from '../log/logger';
import type { Events } from '../observe/events';
import type { Activity } from './activity';

declare module '../../types' {
  interface EventMap {
    /** Code blocked the event loop for so long. `recent`: the code of plugins that started last, newest first. */
    'loop.blocked': { readonly milliseconds: number; readonly recent: readonly string[] };
  }
}

/** Milliseconds. */
const PERIOD = 250;
const SHORTEST = 50;
const LOGGED = 1_000;

/** Returns a function that ends it. */
export function watchLoop(events: Events, activity: Activity): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const milliseconds = Math.round(now - last - PERIOD);
    last = now;
    if (milliseconds >= SHORTEST)
      events.emit({ event: 'loop.blocked', milliseconds, recent: [...new Set(activity.recent())] });
  }, PERIOD).unref();
  return () => clearInterval(timer);
}

export function logBlockedLoop(events: Events, log: Logger): void {
  events.observe('loop.blocked', ({ milliseconds, recent }) => {
    if (milliseconds < LOGGED) return;
    log.warn(`The process served nothing for ${milliseconds} ms, because code blocked it`, {
      'last started': recent,
      remedy: 'divide long work into parts with "await", or move it to a worker thread',
    });
  });
}
