// Logs each hook that keeps a start waiting, with its plugin.
import type { Logger } from '../log/logger';
import { type Activity, nameOf, type PendingTap } from './activity';

const PATIENCE = 10_000;

/** Returns a function that ends it. `patience`: milliseconds. */
export function watchStart(
  log: Pick<Logger, 'warn'>,
  { pending }: Pick<Activity, 'pending'>,
  patience = PATIENCE,
): () => void {
  const named = new Set<PendingTap>();
  // The timer keeps the process alive: a promise that never ends would otherwise end it without a word.
  const timer = setInterval(() => {
    const now = performance.now();
    for (const call of pending) {
      if (named.has(call) || now - call.since < patience) continue;
      named.add(call);
      log.warn(`The start has waited ${Math.round((now - call.since) / 1000)} s for ${nameOf(call)}`, {
        plugin: call.plugin,
        remedy: 'let its promise end, or start long work in the hook "listening" without waiting for it',
      });
    }
  }, patience / 10);
  return () => clearInterval(timer);
}
