// Kills processes while they upload, replace and delete files. Each acknowledged file must have its row and its bytes.
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { killWhileWriting, startWorker } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';
import { FILES } from './upload-writes';

const FILE = 'plugin::upload.file';
const LOOPS = 4;
/** A process writes for at most this many milliseconds. */
const LONGEST = 1000;

export const uploads: Scenario = {
  name: 'uploads',
  summary: 'processes killed while they upload leave no file without its bytes',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, kills }) =>
    withApplication(FILES, client, async ({ kernel, dir, database }) => {
      const task = { kind: 'uploads', dir, database, loops: LOOPS, milliseconds: 0 } as const;
      const faults: string[] = [];
      let stored = 0;
      await kernel.start();
      for (let round = 1; round <= kills && faults.length === 0; round += 1) {
        const known = new Map<string, string>();
        let heard: () => void = () => undefined;
        const first = new Promise<void>((resolve) => {
          heard = resolve;
        });
        const worker = startWorker(([, id = '', state = '']) => {
          known.set(id, state);
          heard();
        });
        // On a slow machine, no upload ends before the kill. Every other process has time for one.
        await killWhileWriting(worker, task, LONGEST, round % 2 === 0 ? first : undefined);
        for (const [id, state] of known) {
          stored += 1;
          faults.push(...(await lostFile(kernel, Number(id), state)));
        }
        faults.push(...(await examine(kernel)));
      }
      if (stored === 0) faults.push('no upload succeeded before the kills: the run proves nothing');
      return { summary: `${kills} kills, ${stored} files acknowledged`, faults };
    }),
};

/** `deleting`: the process asked to delete the file and may have been killed before the answer. */
async function lostFile(kernel: Kernel, id: number, state: string): Promise<string[]> {
  const row = await kernel.documents(FILE).findFirst({ filters: { id: { $eq: id } } });
  if (state === 'deleted') return row ? [`the file ${id} was deleted and still has its row`] : [];
  return row || state === 'deleting' ? [] : [`the file ${id} was acknowledged and has no row`];
}
