// The processes that a process has started, as Linux lists them.
import { readdirSync, readFileSync } from 'node:fs';

/** Of all threads of the process. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Has the process been started as an image worker? */
export const isImageWorker = (pid: number): boolean => commandOf(pid).includes('image-worker.js');

/** Empty: the process has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Waits for an image worker that is not one of `before`. */
export async function nextWorker(pid: number, before: readonly number[]): Promise<number> {
  for (;;) {
    const found = childrenOf(pid).find((child) => !before.includes(child) && isImageWorker(child));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The scheduling class: 0 is the normal one, 5 is SCHED_IDLE. */
export function scheduleOf(pid: number): { readonly class: number; readonly nice: number } {
  const row = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  return { class: row[38] ?? -1, nice: row[16] ?? -1 };
}
