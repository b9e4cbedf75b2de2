// Two processes of the command line on one database.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ENV, folder, MAIN, removeFolders } from '../../core/kernel/cli/testing-command-line';
import { createTestDatabase, type TestDatabase } from '../../core/testing/databases';

export interface PairOptions {
  readonly database: TestDatabase;
  /** Keys of config/server. */
  readonly bus: object;
  readonly cacheSeconds: number;
}

export interface Pair {
  readonly first: Client;
  readonly second: Client;
  close(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of many routes
  readonly body: any;
}

/** Sends a request; `as` is a token, absent: the one of the administrator. */
export type Client = (method: string, path: string, body?: unknown, as?: string) => Promise<Reply>;

export const ADMIN = randomBytes(32).toString('hex');
export const SECRETS = { JWT_SECRET: randomBytes(40).toString('base64'), ADMIN_TOKEN: ADMIN };
const PLUGIN = `module.exports = {
  name: 'demo',
  register(app) {
    const { check } = require(${JSON.stringify(require.resolve('../../core'))});
    app.settings(check.object({ number: check.optional(check.integer(), 0) }));
  },
};`;

export async function startPair({ database, bus, cacheSeconds }: PairOptions): Promise<Pair> {
  const { config, drop } = await createTestDatabase(database);
  const dir = folder({
    'config/content-types/thing.json': JSON.stringify({
      info: { singularName: 'thing', pluralName: 'things' },
      pluginOptions: { i18n: { localized: true } },
      attributes: { name: { type: 'string' } },
    }),
    'config/database.json': JSON.stringify(config),
    'config/server.json': JSON.stringify(bus),
    'config/plugins.json': JSON.stringify({
      i18n: true,
      demo: { enabled: true, resolve: './src/plugins/demo' },
      'api-tokens': {
        config: {
          cacheSeconds,
          tokens: [{ name: 'admin', type: 'full-access', secretFrom: 'ADMIN_TOKEN' }],
        },
      },
      'users-permissions': { config: { cacheSeconds, ratelimit: { enabled: false } } },
    }),
    'src/plugins/demo/index.js': PLUGIN,
  });
  const children: ChildProcess[] = [];
  const start = (): Promise<Client> => startProcess(dir, children);
  const close = async (): Promise<void> => {
    await Promise.all(children.map(endProcess));
    await drop();
    removeFolders();
  };
  try {
    return { first: await start(), second: await start(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export const startProcess = async (dir: string, children: ChildProcess[]): Promise<Client> =>
  clientOf(await startAt(dir, children));

/** Returns the address. The child is added to `children` at once, so that a failed start ends it too. */
export async function startAt(dir: string, children: ChildProcess[]): Promise<string> {
  const child = spawn(process.execPath, [MAIN, 'start', '--port', '0', '--dir', dir], {
    env: { ...ENV, ...SECRETS, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return urlOf(child);
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function urlOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const seen: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      seen.push(line);
      const found = /"url":"([^"]+)"/.exec(line)?.[1];
      if (found) resolve(found);
    });
    lines.on('close', () => reject(new Error(`a process ended by itself: ${seen.join('\n')}`)));
  });
  return url;
}

export const clientOf =
  (url: string): Client =>
  async (method, path, body, as = ADMIN) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(as === '' ? {} : { Authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
