// Kills processes while they write. Acknowledged writes must be stored, and no write may be stored by half.
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { ARTICLE, ARTICLES, serviceOf } from './application';
import { killWhileWriting, startWorker, type Worker } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';

const LOOPS = 4;
/** A process writes for at most this many milliseconds after its first acknowledged write. */
const LONGEST = 250;

export const kills: Scenario = {
  name: 'kills',
  summary: 'processes killed while they write lose no acknowledged write',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, kills: rounds, note }) =>
    withApplication(ARTICLES, client, async ({ kernel, dir, database }) => {
      const task = { kind: 'own', dir, database, loops: LOOPS, milliseconds: 0 } as const;
      const faults: string[] = [];
      let acknowledged = 0;
      /** The lines of the process that writes now; the spare process writes no lines yet. */
      let known = new Map<string, Known>();
      let heard: () => void = () => undefined;
      const start = (): Worker =>
        startWorker((words) => {
          hear(known, words);
          heard();
        });
      let spare = start();
      try {
        await kernel.start();
        for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
          known = new Map();
          const worker = spare;
          spare = start();
          // On a busy machine, no write ends within LONGEST. Every fifth process is killed at any moment, also in its first write.
          const first = round % 5 === 0 ? undefined : new Promise<void>((resolve) => (heard = resolve));
          await killWhileWriting(worker, task, LONGEST, first);
          acknowledged += [...known.values()].reduce((sum, { writes }) => sum + writes, 0);
          faults.push(...(await lost(kernel, known)), ...(await examine(kernel)));
          await clear(kernel);
          if (round % 20 === 0) note(`${round} kills, ${acknowledged} writes acknowledged`);
        }
      } finally {
        await spare.kill().catch(() => undefined);
      }
      if (acknowledged === 0) faults.push('no write succeeded before the kills: the run proves nothing');
      return { summary: `${rounds} kills, ${acknowledged} writes acknowledged`, faults };
    }),
};

/** A document of a killed process, by its lines. */
interface Known {
  step: number;
  writes: number;
  deletion: 'none' | 'begun' | 'done';
}

function hear(known: Map<string, Known>, [word, id = '', step]: readonly string[]): void {
  const one = known.get(id) ?? { step: 0, writes: 0, deletion: 'none' };
  known.set(id, one);
  if (word === 'deleting') one.deletion = 'begun';
  else {
    one.writes += 1;
    if (word === 'deleted') one.deletion = 'done';
    else one.step = Number(step);
  }
}

async function lost(kernel: Kernel, known: ReadonlyMap<string, Known>): Promise<string[]> {
  const faults: string[] = [];
  for (const [documentId, { step, deletion }] of known) {
    const found = await serviceOf(kernel, ARTICLE).findOne({ documentId, populate: ['tags', 'boxes'] });
    if (deletion === 'done' && found)
      faults.push(`the deletion of ${documentId} was acknowledged and is lost`);
    else if (deletion === 'none' && !found) faults.push(`${documentId} was acknowledged and is lost`);
    else if (found && Number(found.title) < step)
      faults.push(`${documentId} was acknowledged with step ${step} and is at ${String(found.title)}`);
    else if (found && (!Array.isArray(found.boxes) || found.boxes.length !== 2))
      faults.push(`${documentId} is there without its entries`);
  }
  return faults;
}

/** Without this, each round would be slower than the one before. */
async function clear(kernel: Kernel): Promise<void> {
  const left: unknown = await serviceOf(kernel, ARTICLE).findMany({ fields: ['documentId'] });
  for (const { documentId } of Array.isArray(left) ? left : [])
    await serviceOf(kernel, ARTICLE).delete({ documentId, edition: '*' });
}
