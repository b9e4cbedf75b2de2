// A process that writes until it is killed, or for the given time. It loads all modules, then waits for a task on its standard
// input. So a round spends no time on loading.
import { createInterface } from 'node:readline';
import type { DatabaseOptions } from '../../core/database/config-types';
import { ARTICLES } from './application';
import { runCrowd } from './crowd-writes';
import { JOBS } from './job-work';
import { writeOwnDocuments } from './own-documents';
import { PAGES } from './pages';
import { SCHEDULE } from './schedule-work';
import { type Application, openApplication } from './test-application';
import { FILES, uploadOwnFiles } from './upload-writes';
import { publishOwnDocuments, writeSharedVersions } from './version-writes';
import { notesFor, writeNotes } from './webhook-work';

export interface Task {
  /**
   * `own`: each loop writes its own documents and prints acknowledged writes. `crowd`: all loops write the same few documents, and
   * the process prints counts at its end. `publishing` and `versions` do the same over HTTP, with drafts and locales.
   * `uploads`: each loop uploads its own files over HTTP. `jobs` and `schedule`: the process runs jobs until it is killed.
   * `webhooks`: it also writes notes, and delivers their events.
   */
  readonly kind: 'own' | 'crowd' | 'versions' | 'publishing' | 'uploads' | 'jobs' | 'schedule' | 'webhooks';
  readonly dir: string;
  readonly database: DatabaseOptions;
  readonly loops: number;
  readonly milliseconds: number;
  /** The documents of `versions`. */
  readonly pages?: readonly string[];
  readonly topics?: readonly string[];
  /** The address of the receiver of `webhooks`. */
  readonly receiver?: string;
}

const APPLICATIONS: Readonly<Record<Exclude<Task['kind'], 'webhooks'>, Application>> = {
  own: ARTICLES,
  crowd: ARTICLES,
  versions: PAGES,
  publishing: PAGES,
  uploads: FILES,
  jobs: JOBS,
  schedule: SCHEDULE,
};
const applicationOf = ({ kind, receiver = '' }: Task): Application =>
  kind === 'webhooks' ? notesFor(receiver) : APPLICATIONS[kind];

/** A pipe takes the line before the next statement runs. So a kill loses no acknowledged line. */
export const say = (...words: readonly (string | number)[]): void =>
  void process.stdout.write(`${words.join(' ')}\n`);

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin });
  // The main process is gone, so no other process ends this one.
  lines.once('close', () => process.exit(1));
  for await (const line of lines) {
    const task = JSON.parse(line) as Task;
    const application = applicationOf(task);
    const kernel = await openApplication(application, task.dir, task.database);
    await (application === ARTICLES ? kernel.start() : kernel.listen());
    say('ready');
    if (task.kind === 'own') await writeOwnDocuments(kernel, task.loops, say);
    else if (task.kind === 'uploads') await uploadOwnFiles(kernel, task.loops, say);
    else if (task.kind === 'webhooks') await writeNotes(kernel, task.loops, say);
    else if (task.kind === 'jobs' || task.kind === 'schedule') continue;
    else if (task.kind === 'publishing') await publishOwnDocuments(kernel, task.loops, say);
    else {
      const { loops, milliseconds, pages = [], topics = [] } = task;
      const result = await (task.kind === 'crowd'
        ? runCrowd(kernel, loops, milliseconds)
        : writeSharedVersions(kernel, loops, milliseconds, { pages, topics }));
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
