// A process that runs an import, and kills itself at a step. Its task is its argument. It prints the steps and the exit code.

import type { DatabaseOptions } from '../../core/database/config-types';
import { runCommand } from '../../core/testing';
import { countSteps, type Step, stepCounter } from './import-steps';
import { MOVED } from './moved';
import { SHELVES } from './shelves';
import { openApplication } from './test-application';

export interface ImportTask {
  readonly dir: string;
  readonly database: DatabaseOptions;
  readonly application: keyof typeof APPLICATIONS;
  /** Those of the command. */
  readonly words: readonly string[];
  /** null: the process imports to the end. */
  readonly until: Step | null;
}

const APPLICATIONS = { shelves: SHELVES, moved: MOVED };

async function main({ dir, database, application, words, until }: ImportTask): Promise<void> {
  const kernel = await openApplication(
    { ...APPLICATIONS[application], plugins: [stepCounter] },
    dir,
    database,
  );
  await kernel.start();
  const steps = countSteps(until);
  const { code, lines } = await runCommand(kernel, words);
  process.stdout.write(JSON.stringify({ code, lines, steps }));
  await kernel.stop();
}

main(JSON.parse(process.argv[2] ?? '') as ImportTask).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
