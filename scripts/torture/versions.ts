// Two processes that publish, save and unpublish the same few documents, in two locales and from both sides of their links.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../core/testing/databases';
import { examine } from './examine';
import { startWorker } from './processes';
import type { Scenario } from './scenario';
import { asking, type VersionsResult } from './version-writes';
import { LOCALES, openVersionsApplication, writeVersionsApplication } from './versions-application';

const PROCESSES = 2;
const LOOPS = 6;
const DOCUMENTS = 4;

export const versions: Scenario = {
  name: 'versions',
  summary: 'two processes that publish, save and unpublish the same few documents',
  on: ['sqlite', 'mysql', 'postgres'],
  async run({ client, seconds }) {
    const database = await createTestDatabase(client);
    const dir = mkdtempSync(join(tmpdir(), 'quire-torture-'));
    writeVersionsApplication(dir);
    const kernel = await openVersionsApplication(dir, database.config);
    try {
      await kernel.listen();
      const pages = await makeDocuments(kernel.server.url, 'pages', 'title');
      const topics = await makeDocuments(kernel.server.url, 'topics', 'name');
      const workers = Array.from({ length: PROCESSES }, () => startWorker());
      const task = {
        dir,
        database: database.config,
        loops: LOOPS,
        milliseconds: seconds * 1000,
        pages,
        topics,
      };
      await Promise.all(workers.map((worker) => worker.begin({ kind: 'versions', ...task })));
      const texts = await Promise.all(workers.map((worker) => worker.result()));
      const results = texts.map((text) => JSON.parse(text) as VersionsResult);
      const answers = new Map<string, number>();
      const faults: string[] = [];
      for (const result of results) {
        for (const [status, count] of Object.entries(result.answers))
          answers.set(status, (answers.get(status) ?? 0) + count);
        for (const [text, times] of Object.entries(result.strange)) faults.push(`${times} times: ${text}`);
      }
      if (!answers.has('200')) faults.push('nothing was written');
      faults.push(...(await examine(kernel)));
      const told = [...answers].map(([status, count]) => `${count} times ${status}`);
      const retries = results.reduce((sum, result) => sum + result.retries, 0);
      return { summary: `answers: ${told.join(', ')}; ${retries} retries`, faults };
    } finally {
      await kernel.stop();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    }
  },
};

/** In every locale. */
async function makeDocuments(url: string, plural: string, field: string): Promise<string[]> {
  const ask = asking(url);
  const ids: string[] = [];
  for (let number = 0; number < DOCUMENTS; number += 1) {
    const [first, ...others] = LOCALES;
    const { id } = await ask('POST', `${plural}?locale=${first}`, { [field]: `${number}` });
    for (const locale of others)
      await ask('PUT', `${plural}/${id}?locale=${locale}`, { [field]: `${number}` });
    ids.push(id);
  }
  return ids;
}
