// Kills processes while they upload, replace and delete files. Each acknowledged file must have its row and its bytes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { killWhileWriting, startWorker, type Worker } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';
import { BYTES, FILES } from './upload-writes';

const FILE = 'plugin::upload.file';
const LOOPS = 4;
/** A process writes for at most this many milliseconds after its last awaited line. */
const LONGEST = 300;
/** Lines of a process that are awaited before its kill, at most. */
const MOST_LINES = 24;

export const uploads: Scenario = {
  name: 'uploads',
  summary: 'processes killed while they upload leave no file without its bytes',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, kills, note }) =>
    withApplication(FILES, client, async ({ kernel, dir, database }) => {
      const task = { kind: 'uploads', dir, database, loops: LOOPS, milliseconds: 0 } as const;
      const faults: string[] = [];
      let stored = 0;
      /** The lines of the process that writes now; the spare process writes no lines yet. */
      let known = new Map<string, string>();
      let lines = 0;
      let heard: () => void = () => undefined;
      const start = (): Worker =>
        startWorker(([, id = '', state = '']) => {
          known.set(id, state);
          lines -= 1;
          if (lines <= 0) heard();
        });
      let spare = start();
      try {
        await kernel.start();
        for (let round = 1; round <= kills && faults.length === 0; round += 1) {
          known = new Map();
          // On a slow machine, no upload ends within LONGEST. Every fifth process is killed at any moment, also in its first upload.
          lines = round % 5 === 0 ? 0 : 1 + Math.floor(Math.random() * MOST_LINES);
          const enough = lines === 0 ? undefined : new Promise<void>((resolve) => (heard = resolve));
          const worker = spare;
          spare = start();
          await killWhileWriting(worker, task, LONGEST, enough);
          stored += known.size;
          for (const [id, state] of known) faults.push(...(await lostFile(kernel, dir, Number(id), state)));
          faults.push(...(await examine(kernel)));
          if (round % 20 === 0) note(`${round} kills, ${stored} files acknowledged`);
        }
      } finally {
        await spare.kill().catch(() => undefined);
      }
      if (stored < kills)
        faults.push(`${stored} files were acknowledged in ${kills} kills: the run proves little`);
      return { summary: `${kills} kills, ${stored} files acknowledged`, faults };
    }),
};

/** `deleting`: the process asked to delete the file and may have been killed before the answer. */
async function lostFile(kernel: Kernel, dir: string, id: number, state: string): Promise<string[]> {
  const row = await kernel.documents(FILE).findFirst({ filters: { id: { $eq: id } } });
  if (state === 'deleted') return row ? [`the file ${id} was deleted and still has its row`] : [];
  if (!row) return state === 'deleting' ? [] : [`the file ${id} was acknowledged and has no row`];
  const bytes = readFileSync(join(dir, 'public', 'uploads', `${row.hash}${row.ext}`), 'latin1');
  // An upload, or its replacement.
  const isWhole = ['a', 'b'].some((content) => bytes === content.repeat(BYTES));
  return isWhole ? [] : [`the file ${id} has ${bytes.length} bytes, which are those of no upload`];
}
