// The ends of image workers: with the application, by `close`, and at their start. Their scheduling class is tested in idle-class.test.ts.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { commandOf, nextWorker } from '../tests/child-processes';

const folder = mkdtempSync(join(tmpdir(), 'quire-workers-'));
afterAll(() => rmSync(folder, { recursive: true }));
// Without `chrt`, workers wait for no free core.
const ENV = { ...process.env, PATH: folder };
const slow = join(folder, 'slow');
const quick = join(folder, 'quick');
/** The format `large_avif` of the slow image takes long. */
const RULES = {
  breakpoints: { large: 3900 },
  quality: 90,
  maxPixels: 100_000_000,
  alsoAs: ['avif'],
  onDemand: false,
  placeholder: false,
};
beforeAll(async () => {
  const background = '#888';
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  await sharp({ create: { width: 4000, height: 4000, channels: 3, noise, background } })
    .jpeg()
    .toFile(slow);
  await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toFile(quick);
});

/** A program that has the images, and describes a file. */
const program = (script: string): string => `
  const { createImages } = require(${JSON.stringify(join(__dirname, 'image-files.js'))});
  const { childrenOf, nextWorker } = require(${JSON.stringify(join(__dirname, '../tests/child-processes.js'))});
  const warnings = [];
  const images = createImages(${JSON.stringify(RULES)}, (message) => warnings.push(message));
  const describe = (path) => images.describe({ path, name: 'a', mime: 'image/jpeg' }).catch((error) => error.status);
  ${script}`;
const outputOf = async (script: string, env: object = {}) => {
  const options = { env: { ...ENV, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program(script)], options);
  return JSON.parse(stdout);
};
const preloading = (code: string): object => {
  const path = join(folder, 'preloaded.js');
  writeFileSync(path, code);
  return { NODE_OPTIONS: `--require ${path}` };
};

const onLinux = process.platform === 'linux' ? it : it.skip;
const isRunning = (pid: number): boolean => commandOf(pid) !== '';
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
};

onLinux('a worker ends with a parent that is killed, also while it makes an image', async () => {
  const script = program(`describe(${JSON.stringify(slow)});`);
  const parent = spawn(process.execPath, ['-e', script], { stdio: 'ignore', env: ENV });
  const worker = await nextWorker(parent.pid ?? 0, []);
  try {
    // The formats are made one after another; the next one is the slow one.
    await until(() => existsSync(`${slow}.${worker}.large`));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    parent.kill('SIGKILL');
    await until(() => !isRunning(worker));
  } finally {
    if (isRunning(worker)) process.kill(worker, 'SIGKILL');
  }
});

onLinux('close ends busy workers, refuses works that wait, and starts none', async () => {
  const file = JSON.stringify(slow);
  const script = `
    const works = [1, 2, 3, 4].map(() => describe(${file}));
    const turn = images.inTurn((make) => make(${file}, { format: 'large_avif' })).catch((error) => error.status);
    nextWorker(process.pid, []).then(async () => {
      images.close();
      const statuses = await Promise.all([...works, turn, describe(${file})]);
      while (childrenOf(process.pid).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      console.log(JSON.stringify({ statuses, warnings }));
    });`;
  expect(await outputOf(script)).toEqual({ statuses: Array(6).fill(503), warnings: [] });
});

it('a worker works where the system forbids another priority', async () => {
  const env = preloading(`require('node:os').setPriority = () => { throw new Error('forbidden'); };`);
  const script = `describe(${JSON.stringify(quick)}).then((facts) =>
    console.log(JSON.stringify({ width: facts.width, warnings })));`;
  expect(await outputOf(script, env)).toEqual({ width: 300, warnings: [] });
});

it.each([
  ['ENOSPC', 507],
  ['EROFS', 503],
])('a folder of temporary files that fails with %s gives %d', async (code, expected) => {
  const env = preloading(`
    if (process.send) require('node:fs/promises').writeFile = async () => {
      throw Object.assign(new Error('no writes'), { code: ${JSON.stringify(code)} });
    };`);
  const file = JSON.stringify(quick);
  const script = `
    const turn = images.inTurn((make) => make(${file}, { format: 'thumbnail' })).catch((error) => error.status);
    Promise.all([describe(${file}), turn]).then((statuses) => console.log(JSON.stringify({ statuses, warnings })));`;
  const warning = `An image could not be written to the folder of temporary files: ${code}.`;
  expect(await outputOf(script, env)).toEqual({
    statuses: [expected, expected],
    warnings: [warning, warning],
  });
});

it('the log says why a worker cannot start, and a format answers 503', async () => {
  const env = preloading(`if (process.send) throw new TypeError('no such thing');`);
  const file = JSON.stringify(quick);
  const script = `
    const turn = images.inTurn((make) => make(${file}, { format: 'thumbnail' })).catch((error) => error.status);
    Promise.all([describe(${file}), turn]).then(([facts, status]) =>
      console.log(JSON.stringify({ width: facts.width, status, warnings })));`;
  const warning =
    'An image could not be read: the image worker ended with code 1 (TypeError: no such thing).';
  expect(await outputOf(script, env)).toEqual({ width: null, status: 503, warnings: [warning, warning] });
});
