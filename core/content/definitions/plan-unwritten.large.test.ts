import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createKernel } from '../../create-kernel';
import type { Kernel, KernelOptions } from '../../kernel/app/kernel';
import { planUnwritten } from './plan-unwritten';

/** A process that has ended and was not collected yet is a zombie, which runs no code. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const FILE = 'config/content-types/thing.json';
const thing = (attributes: object): string =>
  JSON.stringify({ info: { singularName: 'thing', pluralName: 'things' }, attributes });
const THING = thing({ title: { type: 'string' } });
const CONFIG = `module.exports = ({ env }) => ({ filename: env('THINGS_DB', 'data/other.db') });`;

describe('the plan of unwritten files', () => {
  let dir = '';
  let kernel: Kernel | null = null;
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const start = async (options: Partial<Omit<KernelOptions, 'modules'>> = {}): Promise<Kernel> => {
    kernel = await createKernel({ dir, writeLog: () => undefined, ...options });
    await kernel.start();
    return kernel;
  };
  const plan = (running: Kernel, text = THING, limit?: number) =>
    planUnwritten(running, new Map([[FILE, text]]), limit);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'quire-unwritten-'));
    put(FILE, THING);
  });
  afterEach(async () => {
    await kernel?.stop();
    kernel = null;
    rmSync(dir, { recursive: true, force: true });
  });

  it.each<[string, Partial<Omit<KernelOptions, 'modules'>>]>([
    ['overrides', { overrides: { database: { filename: 'data/own.db' } } }],
    ['an own environment', { env: { NODE_ENV: 'development', THINGS_DB: 'data/own.db' } }],
  ])('compares with the database of the process: %s', async (_name, options) => {
    put('config/database.js', CONFIG);
    const running = await start(options);
    await running.documents('api::thing.thing').create({ data: { title: 'hello' } });
    await expect(plan(running)).resolves.toEqual({ steps: [], warnings: [] });
    await expect(plan(running, thing({ title: { type: 'integer' } }))).resolves.toMatchObject({
      steps: [{ effect: 'lossy', sentence: expect.stringContaining('1 of 1 values') }],
    });
    // Also after the configuration has changed: the next start would have another database.
    put('config/database.js', `module.exports = { filename: 'data/third.db' };`);
    await expect(plan(running)).resolves.toMatchObject({ steps: [] });
  });

  it.each<[RegExp, Partial<Omit<KernelOptions, 'modules'>>]>([
    [/in the memory.*database\.filename/, { overrides: { database: { filename: ':memory:' } } }],
    [/plugin "own".*config\/plugins/, { plugins: [{ name: 'own', register: () => undefined }] }],
  ])('says why a process of its own has no such database or plugin: %s', async (reason, options) => {
    await expect(plan(await start(options))).resolves.toEqual({ failure: expect.stringMatching(reason) });
  });

  it('says which override is no JSON', async () => {
    const { config, variables, plugins } = await start();
    const overrides = { plugins: { own: { config: { names: ['a'], run: () => 1 } } } };
    const running = { dir, config, variables, plugins, overrides };
    await expect(planUnwritten(running, new Map([[FILE, THING]]))).resolves.toEqual({
      failure: expect.stringContaining('overrides.plugins.own.config.run of createKernel is not JSON'),
    });
  });

  it('names the output of a process that fails, and not as a mistake of the files', async () => {
    const running = await start();
    put('config/api.js', `process.stderr.write('no luck\\n'); process.exit(7);`);
    const { failure } = (await plan(running)) as { failure: string };
    expect(failure).toMatch(/exit code 7:\nno luck$/);
    rmSync(join(dir, 'config/api.js'));
    rmSync(join(dir, 'data'), { recursive: true });
    writeFileSync(join(dir, 'data'), 'no folder');
    const unreachable = (await plan(running)) as { failure: string };
    expect(unreachable.failure).toMatch(/exit code 1:\nerror No connection to the database/);
  });

  it('ends with a parent that is killed, also while it hangs', async () => {
    const pidFile = join(dir, 'pid');
    put(
      'config/api.js',
      `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); for (;;);`,
    );
    const run = `require(${JSON.stringify(join(__dirname, 'run-child.js'))}).runChild(
      ${JSON.stringify(['migrate', 'plan', '--json', '--dir', dir, '--with', '-'])}, '{"files":{}}', 600000);`;
    // In a file: a child gets the flags of its parent, also `-e`.
    put('parent.js', run);
    const parent = spawn(process.execPath, [join(dir, 'parent.js')], { stdio: 'ignore' });
    const pidOf = (): number => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
    while (pidOf() === 0) await setTimeout(20);
    const pid = pidOf();
    try {
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      while (isAlive(pid)) await setTimeout(20);
    } finally {
      parent.kill('SIGKILL');
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    }
  });

  it('ends a process that hangs, and makes the next plan', async () => {
    const running = await start();
    put('config/api.js', `process.on('SIGTERM', () => undefined); for (;;);`);
    const limit = 3_000;
    await expect(plan(running, THING, limit)).resolves.toEqual({
      failure: expect.stringContaining('did not end within 3 seconds'),
    });
    rmSync(join(dir, 'config/api.js'));
    await expect(plan(running)).resolves.toEqual({ steps: [], warnings: [] });
  });
});
