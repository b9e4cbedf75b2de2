// A process that writes until somebody ends it. It loads everything first and waits for a line on its standard input, so that a
// round costs no loading. `lone`: each of its loops has documents of its own and says what was acknowledged. `crowd`: all fight
// for the same few documents, and what happened is told in the end.
import { createInterface } from 'node:readline';
import type { DatabaseConfig } from '../../core/database/config-types';
import { openApplication } from './application';
import { runCrowd } from './crowd-writes';
import { runLone } from './lone-writes';

export interface Task {
  readonly kind: 'lone' | 'crowd';
  readonly dir: string;
  readonly database: DatabaseConfig;
  readonly loops: number;
  readonly milliseconds: number;
}

/** Written at once: a pipe takes it before the next statement runs, so nothing acknowledged is lost with the process. */
export const say = (...words: readonly (string | number)[]): void =>
  void process.stdout.write(`${words.join(' ')}\n`);

async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const task = JSON.parse(line) as Task;
    const kernel = await openApplication(task.dir, task.database);
    await kernel.start();
    say('ready');
    if (task.kind === 'lone') await runLone(kernel, task.loops, say);
    else {
      say('result', JSON.stringify(await runCrowd(kernel, task.loops, task.milliseconds)));
      await kernel.stop();
      process.exit(0);
    }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
