// Kills processes while they publish. Each document must be in the state of its last acknowledged step, or of the next one.
import { isDeepStrictEqual } from 'node:util';
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { PAGE, PAGES } from './pages';
import { killWhileWriting, startWorker } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';
import { stateOf } from './version-writes';

const LOOPS = 4;
/** A process writes for at most this many milliseconds after its first acknowledged step. */
const LONGEST = 600;

export const publishing: Scenario = {
  name: 'publishing',
  summary: 'processes killed while they publish leave each document in the state of one of its steps',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, kills }) =>
    withApplication(PAGES, client, async ({ kernel, dir, database }) => {
      const task = { kind: 'publishing', dir, database, loops: LOOPS, milliseconds: 0 } as const;
      const faults: string[] = [];
      let steps = 0;
      await kernel.start();
      for (let round = 1; round <= kills && faults.length === 0; round += 1) {
        const known = new Map<string, number>();
        // On a busy machine, no step ends within LONGEST. Every fifth process is killed at any moment, also in its first step.
        let heard: () => void = () => undefined;
        const first = round % 5 === 0 ? undefined : new Promise<void>((resolve) => (heard = resolve));
        const worker = startWorker(([, id = '', step]) => {
          known.set(id, Number(step));
          if (Number(step) > 0) heard();
        });
        await killWhileWriting(worker, task, LONGEST, first);
        for (const [documentId, step] of known) {
          steps += step;
          faults.push(...(await tornState(kernel, documentId, step)));
        }
        faults.push(...(await examine(kernel)));
      }
      if (steps === 0) faults.push('no write succeeded before the kills: the run proves nothing');
      return { summary: `${kills} kills, ${steps} steps acknowledged`, faults };
    }),
};

async function tornState(kernel: Kernel, documentId: string, step: number): Promise<string[]> {
  const pages = kernel.documents(PAGE);
  const populate = ['parts'];
  const draft = await pages.findOne({ documentId, status: 'draft', populate });
  const published = await pages.findOne({ documentId, status: 'published', populate });
  const state = { draft: draft?.title ?? null, published: published?.title ?? null };
  const faults: string[] = [];
  if (![stateOf(step), stateOf(step + 1)].some((one) => isDeepStrictEqual(one, state)))
    faults.push(`${documentId}, acknowledged up to step ${step}, is ${JSON.stringify(state)}`);
  for (const one of [draft, published])
    if (one && (!Array.isArray(one.parts) || one.parts.length !== 2))
      faults.push(`${documentId} is there without its entries`);
  return faults;
}
