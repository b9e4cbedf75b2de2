// The scheduling class of image workers: with `chrt`, without it, and beside programs that leave them no core.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const folder = mkdtempSync(join(tmpdir(), 'quire-idle-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'image');
beforeAll(async () => {
  const background = 'red';
  await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toFile(path);
});

const RULES = {
  breakpoints: {},
  quality: 80,
  maxPixels: 100_000,
  alsoAs: [],
  onDemand: false,
  placeholder: false,
};
const JOB = { path, rules: RULES, wanted: { mime: 'image/png' } };
/** Milliseconds. */
const LONG = { longest: 60_000, pause: 60_000 };

/** A program with image workers. `workerOf`: the process that has described the image. Prints the result of the script. */
const program = (limits: typeof LONG, script: string): string => `
  const { createImageWorkers } = require(${JSON.stringify(join(__dirname, 'image-workers.js'))});
  const { childrenOf, isImageWorker, nextWorker, scheduleOf } =
    require(${JSON.stringify(join(__dirname, '../tests/child-processes.js'))});
  const { readFileSync } = require('node:fs');
  const wait = require('node:timers/promises').setTimeout;
  const workers = createImageWorkers(${JSON.stringify(limits)});
  const describe = () => workers.use((ask) => ask(${JSON.stringify(JOB)}));
  const workerOf = async () => {
    const { facts } = await describe();
    if (facts.width !== 300) throw new Error('no facts');
    return childrenOf(process.pid).filter(isImageWorker).at(-1);
  };
  const run = async () => { ${script} };
  run().then((result) => console.log(JSON.stringify(result))).finally(workers.close);`;

async function outputOf(limits: typeof LONG, script: string, env: object = {}): Promise<unknown> {
  const options = { env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program(limits, script)], options);
  return JSON.parse(stdout);
}

/** A program `chrt` instead of that of the system. */
function withChrt(name: string, script: string): object {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, 'chrt'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${place}:${process.env.PATH}` };
}

const hasChrt = (() => {
  try {
    execFileSync('chrt', ['-i', '0', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const whereAllowed = hasChrt ? it : it.skip;
const onLinux = process.platform === 'linux' ? it : it.skip;

whereAllowed('a worker is idle', async () => {
  // On a busy machine the image takes long. The process gets its class first, and becomes the worker then.
  const script = `
    describe().catch(() => undefined);
    const worker = await nextWorker(process.pid, []);
    while (scheduleOf(worker).class === 0) await wait(10);
    return scheduleOf(worker).class;`;
  expect(await outputOf(LONG, script)).toBe(5);
});

/** Of a worker. The process of the tests may have a higher value already. */
const NICE = Math.max(5, getPriority());

onLinux.each([
  ['forbidden', () => withChrt('forbidden', 'exit 1')],
  ['not installed', () => ({ PATH: folder })],
])('a worker has a nice value of at least 5 where the class is %s', async (_name, env) => {
  expect(await outputOf(LONG, 'return scheduleOf(await workerOf());', env())).toEqual({
    class: 0,
    nice: NICE,
  });
});

onLinux(
  'an image that gets no core goes to a worker of the normal class, and so do the next ones',
  async () => {
    const starts = join(folder, 'starts');
    writeFileSync(starts, '');
    // The first call asks whether the class is allowed. Idle workers never begin to work.
    const env = withChrt('starved', `[ "$3" = true ] && exit 0; echo start >> ${starts}; exec sleep 60`);
    const script = `
    const starts = () => readFileSync(${JSON.stringify(starts)}, 'utf8').split('\\n').length - 1;
    const first = await workerOf();
    const schedule = scheduleOf(first);
    return { schedule, isSame: (await workerOf()) === first, starts: starts() };`;
    expect(await outputOf({ longest: 500, pause: 3_600_000 }, script, env)).toEqual({
      schedule: { class: 0, nice: NICE },
      isSame: true,
      starts: 1,
    });
  },
);

onLinux('an image gets the class again after the pause', async () => {
  const starts = join(folder, 'later-starts');
  writeFileSync(starts, '');
  const env = withChrt('later', `[ "$3" = true ] && exit 0; echo start >> ${starts}; exec sleep 60`);
  const script = `
    const starts = () => readFileSync(${JSON.stringify(starts)}, 'utf8').split('\\n').length - 1;
    while (starts() < 2) await describe();
    return starts();`;
  expect(await outputOf({ longest: 500, pause: 10 }, script, env)).toBe(2);
});
