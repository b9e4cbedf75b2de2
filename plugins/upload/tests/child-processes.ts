// The processes that a process has started, as Linux lists them.
import { readdirSync, readFileSync } from 'node:fs';

/** Of all threads of the process. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Waits for a process that is not one of `before`. */
export async function nextChild(pid: number, before: readonly number[]): Promise<number> {
  for (;;) {
    const found = childrenOf(pid).find((child) => !before.includes(child));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
