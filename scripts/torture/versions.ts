// Two processes publish, save and unpublish the same few documents, in two locales and from both sides of their links.
import { examine } from '../../core/testing/examine';
import { busyFaults } from './answers';
import { LOCALES, PAGES } from './pages';
import { runWorkers } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';
import { asking, type VersionsResult } from './version-writes';

const PROCESSES = 2;
const LOOPS = 6;
const DOCUMENTS = 4;

export const versions: Scenario = {
  name: 'versions',
  summary: 'two processes publish, save and unpublish the same few documents',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, seconds }) =>
    withApplication(PAGES, client, async ({ kernel, dir, database }) => {
      await kernel.listen();
      const pages = await makeDocuments(kernel.server.url, 'pages', 'title');
      const topics = await makeDocuments(kernel.server.url, 'topics', 'name');
      const milliseconds = seconds * 1000;
      const results = await runWorkers<VersionsResult>(PROCESSES, {
        kind: 'versions',
        dir,
        database,
        loops: LOOPS,
        milliseconds,
        pages,
        topics,
      });
      const answers = new Map<string, number>();
      const faults: string[] = [];
      for (const result of results) {
        for (const [status, count] of Object.entries(result.answers))
          answers.set(status, (answers.get(status) ?? 0) + count);
        for (const [text, times] of Object.entries(result.strange)) faults.push(`${times} times: ${text}`);
      }
      if (!answers.has('200')) faults.push('no write succeeded');
      const sum = [...answers.values()].reduce((all, count) => all + count, 0);
      faults.push(...busyFaults(answers.get('503') ?? 0, sum));
      faults.push(...(await examine(kernel)));
      const counts = [...answers].map(([status, count]) => `${count} times ${status}`);
      const retries = results.reduce((sum, result) => sum + result.retries, 0);
      return { summary: `answers: ${counts.join(', ')}; ${retries} retries`, faults };
    }),
};

/** Each document gets a row in every locale. */
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
