// Eight processes start at once on an empty database with declared roles, tokens and locales. All of them must serve.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ENV, folder, MAIN, removeFolders } from '../../core/cli/testing-command-line';
import { createTestDatabase, testDatabases } from '../../core/testing/databases';

const PROCESSES = 8;
const PLUGINS = {
  i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr', 'de'] } },
  'draft-and-publish': true,
  'api-tokens': {
    config: { tokens: [{ name: 'reader', type: 'read-only', secretFrom: 'READER_TOKEN' }] },
  },
  'users-permissions': { config: { roles: { editor: { actions: ['api::thing.thing.find'] } } } },
};
const SECRETS = { JWT_SECRET: 's'.repeat(40), READER_TOKEN: 'r'.repeat(64) };

afterAll(removeFolders);

/** The address when the process serves; else null and its output. */
async function served(
  child: ChildProcess,
): Promise<{ readonly url: string | null; readonly output: string }> {
  let output = '';
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += String(chunk);
        const url = /answers at (http\S+)\/api/.exec(output)?.[1];
        if (url) resolve({ url, output });
      });
    child.once('exit', () => resolve({ url: null, output }));
  });
}

test.each(testDatabases())(
  'eight processes that start at once on an empty %s database all serve',
  async (client) => {
    const { config, drop } = await createTestDatabase(client);
    const dir = folder({
      'config/plugins.json': JSON.stringify(PLUGINS),
      'config/database.json': JSON.stringify(config),
    });
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, [MAIN, 'start', '--port', '0', '--dir', dir], { env: { ...ENV, ...SECRETS } }),
    );
    const ended = children.map((child) => once(child, 'exit'));
    try {
      const answers = await Promise.all(children.map(served));
      expect(answers.filter(({ url }) => url === null)).toEqual([]);
      for (const { url } of answers) expect((await fetch(`${url}/_ready`)).status).toBe(204);
    } finally {
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(ended);
      await drop();
    }
  },
  90_000,
);
