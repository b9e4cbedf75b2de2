// `quire start --workers`: several processes on one port, from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ENV, folder, MAIN, quire, removeFolders } from './testing-command-line';
import { startConnections } from './testing-load';

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGTERM');
});
afterAll(removeFolders);

function start(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, 'start', '--anonymous', 'full', '--port', '0', ...args], {
    env: { ...ENV, NODE_ENV: 'test' },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  return {
    child,
    output: () => output,
    async said(text: RegExp, times = 1): Promise<string> {
      const found = () => [...output.matchAll(new RegExp(text, 'g'))];
      while (found().length < times) {
        if (!running.has(child)) throw new Error(`It ended: ${output}`);
        await new Promise((done) => setTimeout(done, 20));
      }
      return found()[0]?.[1] ?? '';
    },
  };
}

const LISTENING = /"message":"listening"/;

const urlOf = (text: string): string => text.replace('localhost', '127.0.0.1');

describe('quire start --workers', () => {
  it('replaces all processes at SIGHUP without a failed request, and replaces a killed one', async () => {
    const server = start('--workers', '2', '--dir', folder());
    const url = urlOf(await server.said(/is running at (http:\/\/[^/\s]+)/));
    await server.said(LISTENING, 2);
    const clients = startConnections(url, 20);
    server.child.kill('SIGHUP');
    await server.said(/all workers were replaced/);
    expect(clients.failures).toEqual([]);
    expect(clients.count()).toBeGreaterThan(100);

    const pids = [...server.output().matchAll(/"worker":(\d+)/g)].map(([, pid]) => Number(pid));
    process.kill(pids.at(-1) ?? 0, 'SIGKILL');
    await server.said(/a worker has ended/);
    await server.said(LISTENING, 5);
    await clients.more(20);
    await clients.stop();
    // A client loses only the request that the killed process had.
    const failed = clients.failures.map(({ client }) => client);
    expect(failed).toEqual([...new Set(failed)]);
    expect((await fetch(`${url}/_ready`)).status).toBe(204);
    server.child.kill('SIGTERM');
    expect((await once(server.child, 'exit'))[0]).toBe(0);
  });

  it('closes the connection that a worker had not taken when it was killed', async () => {
    const server = start('--workers', '2', '--dir', folder());
    const url = urlOf(await server.said(/is running at (http:\/\/[^/\s]+)/));
    await server.said(LISTENING, 2);
    const [, pid] = /"worker":(\d+)/.exec(server.output()) ?? [];
    process.kill(Number(pid), 'SIGSTOP');
    const results: string[] = [];
    const get = () =>
      fetch(`${url}/_ready`, { headers: { connection: 'close' } }).then(
        ({ status }) => results.push(`${status}`),
        () => results.push('closed'),
      );
    // One of them is sent to the worker that does not run.
    const all = Promise.all([get(), get(), get()]);
    while (results.length < 2) await new Promise((done) => setTimeout(done, 20));
    process.kill(Number(pid), 'SIGKILL');
    await all;
    expect(results).toEqual(['204', '204', 'closed']);
  });

  it('asks all processes for their metrics, and names each by its number', async () => {
    const config = JSON.stringify({ rest: true, metrics: true });
    const server = start('--workers', '2', '--dir', folder({ 'config/plugins.json': config }));
    const url = urlOf(await server.said(/is running at (http:\/\/[^/\s]+)/));
    await server.said(LISTENING, 2);
    const line =
      /^quire_http_request_duration_seconds_count\{.*route="\/api\/things".*worker="(\d)"\} (\d+)$/gm;
    const counts = async () => {
      const text = await fetch(`${url}/_metrics`).then((answer) => answer.text());
      return [...text.matchAll(line)].map(([, worker, count]) => [worker, Number(count)] as const);
    };
    let sent = 0;
    while (new Set((await counts()).map(([worker]) => worker)).size < 2) {
      // Each on a connection of its own: the first process hands them to the workers in turn.
      await fetch(`${url}/api/things`, { headers: { connection: 'close' } });
      sent += 1;
    }
    const all = await counts();
    expect(all.map(([worker]) => worker).sort()).toEqual(['1', '2']);
    expect(all.reduce((sum, [, count]) => sum + count, 0)).toBe(sent);

    const pids = [...server.output().matchAll(/"worker":(\d+)/g)].map(([, pid]) => Number(pid));
    process.kill(pids.at(-1) ?? 0, 'SIGKILL');
    await server.said(LISTENING, 3);
    const workers = async () => {
      const text = await fetch(`${url}/_metrics`).then((answer) => answer.text());
      return [...new Set([...text.matchAll(/worker="(\d)"/g)].map(([, worker]) => worker))].sort();
    };
    // The new process has the number of the killed one.
    while ((await workers()).length < 2) await new Promise((done) => setTimeout(done, 20));
    expect(await workers()).toEqual(['1', '2']);
  });

  it('ends when the first process ends without a signal to the others', async () => {
    const server = start('--workers', '2', '--dir', folder());
    const url = urlOf(await server.said(/is running at (http:\/\/[^/\s]+)/));
    await server.said(LISTENING, 2);
    server.child.kill('SIGKILL');
    const answers = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    while (await answers()) await new Promise((done) => setTimeout(done, 20));
  });

  it.each([
    ['0', {}, /--workers takes a whole number from 1 to 64/],
    ['2', { exclusive: true, client: 'postgres' }, /database.exclusive.*--workers/],
    ['2', { filename: ':memory:' }, /:memory:/],
  ])('refuses --workers %s with %j', (workers, database, message) => {
    const dir = folder({ 'config/database.json': JSON.stringify(database) });
    const { status, stderr, stdout } = quire('start', '--workers', workers, '--dir', dir);
    expect(status).not.toBe(0);
    expect(stderr + stdout).toMatch(message);
  });
});
