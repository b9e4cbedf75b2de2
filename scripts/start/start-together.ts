// Starts eight processes at once on an empty database with declared roles, tokens and locales.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseOptions } from '../../core/database/config-types';
import { ENV, folder, MAIN } from '../../core/kernel/cli/testing-command-line';
import { createTestDatabase, type TestDatabase } from '../../core/testing/databases';

export const PROCESSES = 8;
const PLUGINS = {
  i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr', 'de'] } },
  'draft-and-publish': true,
  'api-tokens': {
    config: { tokens: [{ name: 'reader', type: 'read-only', secretFrom: 'READER_TOKEN' }] },
  },
  'users-permissions': { config: { roles: { editor: { actions: ['api::thing.thing.find'] } } } },
};
const SECRETS = { JWT_SECRET: 's'.repeat(40), READER_TOKEN: 'r'.repeat(64) };

/** On a new database. One line for each process that does not serve. */
export async function startTogether(client: TestDatabase): Promise<string[]> {
  const { config, drop } = await createTestDatabase(client);
  try {
    return await startOn([config]);
  } finally {
    await drop();
  }
}

/** The processes use the addresses in turn. `attributes`: of the content type. */
export async function startOn(
  addresses: readonly DatabaseOptions[],
  attributes: object = { name: { type: 'string' } },
): Promise<string[]> {
  const thing = { info: { singularName: 'thing', pluralName: 'things' }, attributes };
  const dirs = addresses.map((config) =>
    folder({
      'config/plugins.json': JSON.stringify(PLUGINS),
      'config/database.json': JSON.stringify(config),
      'config/content-types/thing.json': JSON.stringify(thing),
    }),
  );
  const children = Array.from({ length: PROCESSES }, (_, index) => {
    const args = [MAIN, 'start', '--port', '0', '--dir', dirs[index % dirs.length] ?? ''];
    return spawn(process.execPath, args, { env: { ...ENV, ...SECRETS } });
  });
  const ended = children.map((child) => once(child, 'exit'));
  try {
    const answers = await Promise.all(children.map(served));
    const faults = await Promise.all(answers.map(faultOf));
    return faults.filter((fault) => fault !== null);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ended);
  }
}

interface Served {
  /** null: the process has ended. */
  readonly url: string | null;
  readonly output: string;
}

function served(child: ChildProcess): Promise<Served> {
  let output = '';
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += String(chunk);
        const url = /is running at (http\S+)\/api/.exec(output)?.[1];
        if (url) resolve({ url, output });
      });
    child.once('exit', () => resolve({ url: null, output }));
  });
}

async function faultOf({ url, output }: Served): Promise<string | null> {
  if (url === null) return `a process ended: ${output}`;
  const { status } = await fetch(`${url}/_ready`);
  return status === 204 ? null : `GET ${url}/_ready answered ${status}`;
}
