// Runs every command in the `sh` blocks of README.md, in order, from the root of the repository. For a command that serves, such
// as `npm start`, it waits for an answer; `curl` goes to the last such server. `npm ci` and `npm test` are steps of .ci/run.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');
const SERVES = /^(npm (start|run develop)|npx quire (start|develop))(?!.*--help)/;
const DONE_BEFORE = /^npm (ci|test)$/;
const PATIENCE = 120_000;

async function main(): Promise<void> {
  const port = await freePort();
  let server: ChildProcess | null = null;
  let failed = 0;
  let run = 0;
  for (const command of commandsOf(readFileSync(join(ROOT, 'README.md'), 'utf8'))) {
    if (DONE_BEFORE.test(command)) continue;
    run++;
    const here = command.replaceAll('localhost:1337', `localhost:${port}`);
    let isFine: boolean;
    if (SERVES.test(command)) {
      await stop(server);
      server = spawnCommand(here, port);
      isFine = await answers(port, server);
    } else
      isFine =
        (await ended(spawnCommand(here.replace(/^curl /, 'curl --fail --silent --show-error '), port))) === 0;
    console.log(`${isFine ? 'ok  ' : 'FAIL'} ${command}`);
    if (!isFine) failed++;
  }
  await stop(server);
  console.log(`readme: ${run} commands, ${failed} failed`);
  process.exitCode = failed > 0 || run === 0 ? 1 : 0;
}

function commandsOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block]) => (block ?? '').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => line.split(' && '));
}

/** Starts its own process group, so that a stop reaches the children of npm. */
function spawnCommand(command: string, port: number): ChildProcess {
  return spawn('sh', ['-c', command], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

/** Waits until the server answers and has printed its address. */
async function answers(port: number, child: ChildProcess): Promise<boolean> {
  const end = Date.now() + PATIENCE;
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  while (Date.now() < end && child.exitCode === null) {
    try {
      const { status } = await fetch(`http://localhost:${port}/api/articles`);
      if (status === 200 && output.includes(`:${port}/api`)) return true;
    } catch {
      // The server does not listen yet.
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

async function stop(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.pid === undefined) return;
  const end = ended(child);
  process.kill(-child.pid, 'SIGTERM');
  await end;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => {
    child.stdout?.resume();
    child.once('exit', (code) => done(code));
    child.once('error', () => done(1));
  });

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
