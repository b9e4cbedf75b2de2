// Kills imports that replace files: after the commit, in the middle of the bytes. Each file has its former bytes or those of the archive,
// and a repeat ends the work.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../core/testing';
import { examine } from '../../core/testing/examine';
import { runImportIn } from './import-process';
import type { Step } from './import-steps';
import type { Opened } from './test-application';

export const REPLACING: readonly Step[] = [1, 2, 9].map((number) => ({ kind: 'file', number }));

const WORDS = ['--merge', '--source-wins'];
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the faults. */
export async function killedWhileReplacing(opened: Opened, archive: string, until: Step): Promise<string[]> {
  const { kernel, dir } = opened;
  const words = ['import', archive];
  await runImportIn(opened, { application: 'shelves', words, until: null });
  const folder = join(dir, 'public', 'uploads');
  const names = readdirSync(folder);
  const of = (): Map<string, string> =>
    new Map(names.map((name) => [name, hash(readFileSync(join(folder, name)))]));
  const archived = of();
  for (const name of names) writeFileSync(join(folder, name), readFileSync(join(folder, name)).fill('x'));
  const former = of();
  const merge = [...words, ...WORDS];
  const { wasKilled } = await runImportIn(opened, { application: 'shelves', words: merge, until });
  if (!wasKilled) return ['the import ended before its files were replaced'];
  await kernel.start();
  const faults: string[] = [];
  const left = of();
  for (const name of names)
    if (left.get(name) !== former.get(name) && left.get(name) !== archived.get(name))
      faults.push(`${name} has bytes of neither side`);
  if (names.every((name) => left.get(name) === archived.get(name)))
    faults.push('all files were replaced before');
  const again = await runCommand(kernel, merge);
  if (again.code !== 0) faults.push(`the repeat failed: ${again.lines.join(' ')}`);
  for (const [name, bytes] of of())
    if (bytes !== archived.get(name)) faults.push(`${name} was not replaced by the repeat`);
  return [...faults, ...(await examine(kernel))];
}
