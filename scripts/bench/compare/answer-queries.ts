// A child process of same-queries.ts: makes the content of the random tests with the code of one commit, and answers queries on it.
// Arguments: the compiled tree of the commit, the database.
import { join } from 'node:path';
import { stringify } from 'qs';
import type { TestDatabase } from '../../../core/testing';
import type { Tree } from '../../../plugins/rest/tests/random-queries';

export interface AskedQuery {
  readonly name: string;
  readonly words: Tree;
}

/** The status, and the comparable body as JSON. */
export type GivenAnswer = readonly [status: number, body: string];

/** Ends the process, after its database is gone. */
export const STOP = 'stop';

type Content = typeof import('../../../plugins/rest/tests/random-content');

async function serve(dist: string, database: TestDatabase): Promise<void> {
  const { deploy, comparable }: Content = require(
    join(dist, 'plugins', 'rest', 'tests', 'random-content.js'),
  );
  const deployment = await deploy(database);
  const answer = async ({ name, words }: AskedQuery): Promise<GivenAnswer> => {
    const path = `/api/${name}s?${stringify(words, { encodeValuesOnly: true })}`;
    const { status, body } = await deployment.app.agent.get(path);
    return [status, JSON.stringify(comparable(body, deployment))];
  };
  process.on('message', async (queries: readonly AskedQuery[] | typeof STOP) => {
    if (queries === STOP) {
      await deployment.app.close();
      process.disconnect();
      return;
    }
    const answers: GivenAnswer[] = [];
    for (const each of queries) answers.push(await answer(each));
    process.send?.(answers);
  });
  process.send?.('ready');
}

if (require.main === module) {
  const [dist = '', database = 'sqlite'] = process.argv.slice(2);
  serve(dist, database as TestDatabase).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
}
