// Finishes what interrupted uploads and replacements left in the storage. It runs after startup and beside requests, because the
// storage may be slow or silent.
import type { Logger } from '../../../core';
import type { UploadProvider } from '../storage/providers/provider';
import type { Replacements } from './replacements';

export interface UnfinishedWork {
  start(): void;
  /** The database closes next: no transaction waits for the storage any more. */
  close(): void;
}

interface Parts {
  readonly provider: Pick<UploadProvider, 'cleanUp'>;
  readonly replacements: Pick<Replacements, 'finishAll'>;
  readonly log: Logger;
  /** Milliseconds between two attempts. */
  readonly pause?: number;
}

const PAUSE = 30_000;

export function createUnfinishedWork({ provider, replacements, log, pause = PAUSE }: Parts): UnfinishedWork {
  const closing = new AbortController();
  const { signal } = closing;
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (failure: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) log.error(failure, { error: String(error) });
    }
  };

  const finishReplacements = async (): Promise<void> => {
    await attempt('the new bytes of files wait in the storage; the application tries again', () =>
      replacements.finishAll(signal),
    );
    if (!signal.aborted) timer = setTimeout(() => void finishReplacements(), pause).unref();
  };

  return {
    start() {
      void attempt(
        'temporary files were not removed from the storage; the next startup tries again',
        async () => provider.cleanUp?.(),
      );
      void finishReplacements();
    },
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}
