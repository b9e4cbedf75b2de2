// A process that writes until somebody ends it. It loads everything first and waits for a line on its standard input, so that a
// round costs no loading. `lone`: each of its loops has documents of its own and says what was acknowledged. `crowd`: all fight
// for the same few documents, and what happened is told in the end.
import { createInterface } from 'node:readline';
import type { DatabaseConfig } from '../../core/database/config-types';
import { openApplication } from './application';
import { runCrowd } from './crowd-writes';
import { runLone } from './lone-writes';
import { fightForVersions, publishAlone } from './version-writes';
import { openVersionsApplication } from './versions-application';

export interface Task {
  /** `versions` and `publishing` are the same two over HTTP, at documents with drafts and locales. */
  readonly kind: 'lone' | 'crowd' | 'versions' | 'publishing';
  readonly dir: string;
  readonly database: DatabaseConfig;
  readonly loops: number;
  readonly milliseconds: number;
  /** What `versions` are made of. */
  readonly pages?: readonly string[];
  readonly topics?: readonly string[];
}

/** Written at once: a pipe takes it before the next statement runs, so nothing acknowledged is lost with the process. */
export const say = (...words: readonly (string | number)[]): void =>
  void process.stdout.write(`${words.join(' ')}\n`);

async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const task = JSON.parse(line) as Task;
    const isHttp = task.kind === 'versions' || task.kind === 'publishing';
    const kernel = await (isHttp ? openVersionsApplication : openApplication)(task.dir, task.database);
    await (isHttp ? kernel.listen() : kernel.start());
    say('ready');
    if (task.kind === 'lone') await runLone(kernel, task.loops, say);
    else if (task.kind === 'publishing') await publishAlone(kernel, task.loops, say);
    else {
      const { loops, milliseconds, pages = [], topics = [] } = task;
      const result = await (task.kind === 'crowd'
        ? runCrowd(kernel, loops, milliseconds)
        : fightForVersions(kernel, loops, milliseconds, { pages, topics }));
      say('result', JSON.stringify(result));
      await kernel.stop();
      process.exit(0);
    }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
