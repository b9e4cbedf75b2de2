// Seals entries after their commit, and now and then those of a process that ended before.
import { AsyncResource } from 'node:async_hooks';
import type { App } from '../../core';
import type { EntryRows } from './entry-rows';

export interface Sealer {
  /** Entries were added. */
  wake(): void;
  /** Seals all entries that are stored now. */
  all(): Promise<void>;
  /** The chain has its row. Entries of the startup before are sealed with the first ones after it. */
  open(): void;
  start(): void;
  stop(): Promise<void>;
}

const BATCH = 200;
const EVERY = 30_000;

export function createSealer(app: App, rows: EntryRows): Sealer {
  // Code that wakes it may be inside a transaction; the sealing is not.
  const scope = new AsyncResource('quire.audit');
  let timer: NodeJS.Timeout | undefined;
  let sealing: Promise<void> | null = null;
  let isWoken = false;
  let isOpen = false;

  async function all(): Promise<void> {
    while ((await rows.seal(BATCH)) === BATCH);
  }

  const run = (): void => {
    if (!isOpen) return;
    if (sealing) {
      isWoken = true;
      return;
    }
    isWoken = false;
    sealing = all()
      .catch((error: unknown) =>
        app.log.warn('entries of the audit log could not be sealed now; Quire tries again', {
          error,
        }),
      )
      .finally(() => {
        sealing = null;
        if (isWoken) run();
      });
  };
  const wake = (): void => scope.runInAsyncScope(run);

  return {
    wake,
    all,
    open() {
      isOpen = true;
    },
    start() {
      wake();
      timer = setInterval(wake, EVERY);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      while (sealing) await sealing;
    },
  };
}
