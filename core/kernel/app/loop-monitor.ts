// Logs when code blocked the event loop. The line names the code of plugins that started last.
import type { Logger } from '../log/logger';
import type { Activity } from './activity';

/** Milliseconds. */
const PERIOD = 250;
const LONG = 1_000;

/** Returns a function that ends it. */
export function watchLoop(log: Logger, activity: Activity): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const blocked = Math.round(now - last - PERIOD);
    last = now;
    if (blocked < LONG) return;
    log.warn(`The process served nothing for ${blocked} ms, because code blocked it`, {
      'last started': [...new Set(activity.recent())],
      remedy: 'divide long work into parts with "await", or move it to a worker thread',
    });
  }, PERIOD).unref();
  return () => clearInterval(timer);
}
