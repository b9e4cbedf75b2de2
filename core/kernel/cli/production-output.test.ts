// `quire start` in production: each line on stdout and stderr is one JSON object.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ENV, folder, MAIN, removeFolders } from './testing-command-line';

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(removeFolders);

type Line = Readonly<Record<string, unknown>>;

/** Runs until the output contains `last` or the process ends, then stops it. */
async function outputOf(
  files: Readonly<Record<string, string>>,
  last: string,
  env: NodeJS.ProcessEnv = { NODE_ENV: 'production' },
): Promise<{ readonly code: unknown; readonly lines: readonly Line[] }> {
  const child = spawn(process.execPath, [MAIN, 'start', '--port', '0', '--dir', folder(files)], {
    env: { ...ENV, ...env },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (!child.killed && output.includes(last)) child.kill('SIGTERM');
    });
  const [code] = await once(child, 'exit');
  running.delete(child);
  const lines = output.trimEnd().split('\n');
  return { code, lines: lines.map((line): Line => JSON.parse(line)) };
}

const message = (text: string): Line => expect.objectContaining({ message: expect.stringContaining(text) });

describe('in production', () => {
  it('a startup, a warning of Node and a stop are log lines', async () => {
    const { code, lines } = await outputOf(
      {
        'src/old.js': `module.exports = { name: 'old', register() {}, boot() { process.emitWarning('too old'); } };`,
        'config/plugins.json': '{ "old": { "resolve": "./src/old" } }',
        'config/server.json': '{ "anonymous": "read" }',
      },
      '(server.anonymous is',
    );
    expect(code).toBe(0);
    for (const text of ['listening', 'too old', 'every client of this port may read everything', 'stopping'])
      expect(lines).toContainEqual(message(text));
  });

  it.each<[string, Readonly<Record<string, string>>, NodeJS.ProcessEnv | undefined]>([
    ['a mistake in the configuration', { 'config/server.json': '{ "url": "x" }' }, undefined],
    ['NODE_ENV in .env', { '.env': 'NODE_ENV=production', 'config/server.json': '{ "url": "x" }' }, {}],
    ['a missing secret', { 'config/plugins.json': '{ "users-permissions": true }' }, undefined],
  ])('%s is one line, and the exit code is 1', async (_name, files, env) => {
    const { code, lines } = await outputOf(files, '\0', env);
    expect(code).toBe(1);
    const errors = lines.filter(({ level }) => level === 'error');
    expect(errors).toEqual([message('config/')]);
    expect(errors[0]).not.toHaveProperty('error');
  });

  it('an unexpected error carries its stack trace and its plugin', async () => {
    const { code, lines } = await outputOf(
      {
        'src/bad.js': `module.exports = { name: 'bad', register() { throw new Error('not ready'); } };`,
        'config/plugins.json': '{ "bad": { "resolve": "./src/bad" } }',
      },
      '\0',
    );
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        message: 'not ready',
        plugin: 'bad',
        error: expect.objectContaining({ stack: expect.stringContaining('bad.js') }),
      }),
    ]);
  });
});
