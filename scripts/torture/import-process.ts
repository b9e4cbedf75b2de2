// Runs an import in another process, which kills itself at a step.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Step, StepKind } from './import-steps';
import type { ImportTask } from './import-worker';
import type { Opened } from './test-application';

export interface Ended {
  readonly wasKilled: boolean;
  readonly code: number;
  readonly lines: readonly string[];
  readonly steps: Readonly<Record<StepKind, number>>;
}

/** `until` null: to the end. */
export function runImportIn(
  { dir, database }: Pick<Opened, 'dir' | 'database'>,
  task: Pick<ImportTask, 'application' | 'words'> & { readonly until: Step | null },
): Promise<Ended> {
  const all: ImportTask = { dir, database, ...task };
  const child = spawn(process.execPath, [join(__dirname, 'import-worker.js'), JSON.stringify(all)]);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const wasKilled = signal === 'SIGKILL';
      if (!wasKilled && (code !== 0 || output === ''))
        reject(new Error(`an import ended with ${code}: ${errors}`));
      else resolve({ wasKilled, ...(JSON.parse(wasKilled ? '{}' : output) as Omit<Ended, 'wasKilled'>) });
    });
  });
}
