// `quire start` and `quire develop`, as processes that run until a signal ends them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENV, folder, MAIN, removeFolders, THINGS } from './testing-command-line';

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGTERM');
});
afterAll(removeFolders);

function run(args: readonly string[], onOutput: (all: string) => void = () => undefined) {
  const child = spawn(process.execPath, [MAIN, ...args, '--port', '0'], { env: ENV });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
      onOutput(output);
    });
  return {
    /** All there is by then; the next wait begins after it. */
    async said(text: RegExp): Promise<string> {
      while (!text.test(output)) {
        if (!running.has(child)) throw new Error(`It ended: ${output}`);
        await new Promise((done) => setTimeout(done, 20));
      }
      const all = output;
      output = '';
      return all;
    },
    output: () => output,
    /** The exit code. */
    async stop(): Promise<unknown> {
      child.kill('SIGTERM');
      return (await once(child, 'exit'))[0];
    },
  };
}

describe('quire start', () => {
  it('serves a folder with only content types in it, and ends with 0 at a signal', async () => {
    const { said, stop } = run(['start', '--anonymous', 'full', '--dir', folder()]);
    const output = await said(/Try:/);
    const url = /answers at (http\S+)\/api/.exec(output)?.[1];
    expect((await fetch(`${url}/api/things`)).status).toBe(200);
    expect(output).toContain('warning');
    expect(await stop()).toBe(0);
  });

  const WHOEVER = 'warning: whoever reaches this port may';
  it.each<[string, string, RegExp | null]>([
    ['{}', 'none', /closed: every request is answered 403; switch a plugin on that knows users/],
    ['{}', 'read', new RegExp(`${WHOEVER} read everything`)],
    ['{ "api-tokens": true }', 'none', /closed: every request without credentials is answered 403; switch/],
    ['{ "api-tokens": true }', 'full', new RegExp(`${WHOEVER} read and write everything`)],
    ['{ "users-permissions": true }', 'full', null],
  ])('with the plugins %s and --anonymous %s says who may do what', async (plugins, anonymous, text) => {
    const dir = folder({ 'config/plugins.json': plugins });
    const output = await run(['start', '--anonymous', anonymous, '--dir', dir]).said(/Try:/);
    if (text) expect(output).toMatch(text);
    else expect(output).not.toMatch(/closed|warning/);
  });
});

describe('quire develop', () => {
  it('starts again after each change, a replaced file and a broken one too', async () => {
    const dir = folder();
    const file = join(dir, 'config/content-types/thing.json');
    const { said, stop } = run(['develop', '--dir', dir]);
    await said(/answers at/);
    writeFileSync(`${file}.new`, THINGS['config/content-types/thing.json'].replace('"name"', '"title"'));
    renameSync(`${file}.new`, file);
    await said(/things\.title[\s\S]*answers at/);
    writeFileSync(file, '{ "info":');
    await said(/thing\.json[\s\S]*Waiting for a change/);
    writeFileSync(file, THINGS['config/content-types/thing.json']);
    await said(/answers at/);
    expect(await stop()).toBe(0);
  });

  it('stays up while the application writes into its own folder', async () => {
    const dir = folder({ 'config/database.json': '{ "filename": "content.sqlite" }' });
    const { said, output, stop } = run(['develop', '--dir', dir], (all) =>
      writeFileSync(join(dir, 'dev.log'), all),
    );
    expect(await said(/answers at/)).not.toContain('starting again');
    await new Promise((done) => setTimeout(done, 400));
    expect(output()).not.toContain('starting again');
    expect(await stop()).toBe(0);
  });
});
