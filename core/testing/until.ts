// For tests: waits for a condition. A condition that never comes true ends with the timeout of the test.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(5);
}

/** Waits for the first bytes of an answer. They stay unread, so the rest of a large answer stays with the server. */
export const untilAnswered = (socket: Socket): Promise<unknown> => once(socket, 'readable');
