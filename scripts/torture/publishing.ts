// Processes killed while they publish: every document is in the state that its last acknowledged step left, or the next one.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Kernel } from '../../core';
import { createTestDatabase } from '../../core/testing/databases';
import { examine } from './examine';
import { startWorker } from './processes';
import type { Scenario } from './scenario';
import { stateOf } from './version-writes';
import { openVersionsApplication, PAGE, writeVersionsApplication } from './versions-application';

const LOOPS = 4;
/** Milliseconds that a process writes, at most. */
const LONGEST = 600;

export const publishing: Scenario = {
  name: 'publishing',
  summary: 'processes killed while they publish leave every document as one of its steps did',
  on: ['sqlite', 'mysql', 'postgres'],
  async run({ client, kills }) {
    const database = await createTestDatabase(client);
    const dir = mkdtempSync(join(tmpdir(), 'quire-torture-'));
    writeVersionsApplication(dir);
    const kernel = await openVersionsApplication(dir, database.config);
    const faults: string[] = [];
    let steps = 0;
    try {
      await kernel.start();
      for (let round = 1; round <= kills && faults.length === 0; round += 1) {
        const known = new Map<string, number>();
        const worker = startWorker(([, id = '', step]) => known.set(id, Number(step)));
        await worker.begin({
          kind: 'publishing',
          dir,
          database: database.config,
          loops: LOOPS,
          milliseconds: 0,
        });
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST));
        await worker.kill();
        for (const [documentId, step] of known) {
          steps += step;
          faults.push(...(await tornState(kernel, documentId, step)));
        }
        faults.push(...(await examine(kernel)));
      }
    } finally {
      await kernel.stop();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    }
    if (steps === 0) faults.push('nothing was written before the kills: the run shows nothing');
    return { summary: `${kills} kills, ${steps} steps acknowledged`, faults };
  },
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
