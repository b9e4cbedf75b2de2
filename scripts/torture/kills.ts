// Processes killed in the middle of writes: what was acknowledged is there, and nothing is half done.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kernel } from '../../core';
import { createTestDatabase } from '../../core/testing/databases';
import { ARTICLE, openApplication, serviceOf, writeApplication } from './application';
import { examine } from './examine';
import { startWorker, type Worker } from './processes';
import type { Scenario } from './scenario';

const LOOPS = 4;
/** Milliseconds that a process writes, at most. */
const LONGEST = 250;

export const kills: Scenario = {
  name: 'kills',
  summary: 'processes killed in the middle of writes lose nothing acknowledged',
  on: ['sqlite', 'mysql', 'postgres'],
  async run({ client, kills: rounds, note }) {
    const database = await createTestDatabase(client);
    const dir = mkdtempSync(join(tmpdir(), 'quire-torture-'));
    writeApplication(dir);
    const kernel = await openApplication(dir, database.config);
    const faults: string[] = [];
    let acknowledged = 0;
    /** What the process that writes now has said; the one that is started ahead says nothing yet. */
    let known = new Map<string, Known>();
    const ahead = (): Worker => startWorker((words) => hear(known, words));
    const spare: Worker[] = [];
    try {
      await kernel.start();
      for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
        known = new Map();
        const worker = spare.pop() ?? ahead();
        await worker.begin({ kind: 'lone', dir, database: database.config, loops: LOOPS, milliseconds: 0 });
        spare.push(ahead());
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST));
        await worker.kill();
        acknowledged += [...known.values()].reduce((sum, { writes }) => sum + writes, 0);
        faults.push(...(await lost(kernel, known)), ...(await examine(kernel)));
        await clear(kernel);
        if (round % 20 === 0) note(`${round} kills, ${acknowledged} writes acknowledged`);
      }
    } finally {
      for (const worker of spare) await worker.kill().catch(() => undefined);
      await kernel.stop();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    }
    if (acknowledged === 0) faults.push('nothing was written before the kills: the run shows nothing');
    return { summary: `${rounds} kills, ${acknowledged} writes acknowledged`, faults };
  },
};

/** What is known of one document of a killed process. */
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

/** What is left would make every round slower than the last. */
async function clear(kernel: Kernel): Promise<void> {
  const left: unknown = await serviceOf(kernel, ARTICLE).findMany({ fields: ['documentId'] });
  for (const { documentId } of Array.isArray(left) ? left : [])
    await serviceOf(kernel, ARTICLE).delete({ documentId, edition: '*' });
}
