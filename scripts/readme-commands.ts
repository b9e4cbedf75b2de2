// Runs every command that README.md shows in a ```sh block, in its order, from the repository's root. A command that serves
// (`npm start`, `quire start`, `quire develop`) is asked something and stopped; `curl` goes to the one that was started last.
// What .ci/run does itself (`npm ci`, `npm test`) is not done again.
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

/** In a group of its own, so that a stop reaches what npm started. */
function spawnCommand(command: string, port: number): ChildProcess {
  return spawn('sh', ['-c', command], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

/** It answers, and it has printed where. */
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
      // not yet
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
