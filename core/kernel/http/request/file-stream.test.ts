import { execFileSync } from 'node:child_process';
import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../testing/until';
import { route } from '../routes/route';
import { startTestServer, type TestServer } from '../test-server';
import { createFileStream } from './file-stream';

const dir = mkdtempSync(join(tmpdir(), 'quire-file-'));
afterAll(() => rmSync(dir, { recursive: true }));
afterEach(() => jest.restoreAllMocks());

const problem = (code: string) => Object.assign(new Error(`the disk says ${code}`), { code });

/** `fs.write` gets the bytes of `fs.writev` too, so that a test replaces one function. */
function joinChunks(): void {
  jest.spyOn(fs, 'writev').mockImplementation(((fd: number, chunks: Buffer[], at: null, done: Done) => {
    const whole = Buffer.concat(chunks);
    fs.write(fd, whole, 0, whole.length, at, (error, count) => done(error, count, chunks as never));
  }) as never);
}

/** Each write stores half of its bytes. The write with the number `last` fails with ENOSPC. */
function writeHalves(last = Number.POSITIVE_INFINITY): void {
  joinChunks();
  const { write } = fs;
  let count = 0;
  jest.spyOn(fs, 'write').mockImplementation(((...args: Parameters<typeof write>) => {
    const [fd, bytes, offset, length, at, done] = args as unknown as [
      number,
      Buffer,
      number,
      number,
      null,
      Done,
    ];
    count += 1;
    if (count < last) write(fd, bytes, offset, Math.ceil(length / 2), at, done);
    else setImmediate(() => done(problem('ENOSPC'), 0, bytes));
  }) as never);
}

type Done = (error: NodeJS.ErrnoException | null, written: number, bytes: Buffer) => void;

it('writes chunks that come one by one and together', async () => {
  const stream = createFileStream(join(dir, 'whole'), 11);
  for (const text of ['one ', 'two ', 'end']) stream.write(text);
  await finished(stream.end());
  expect(readFileSync(join(dir, 'whole'), 'utf8')).toBe('one two end');
});

it('writes the rest after a write of fewer bytes', async () => {
  writeHalves();
  const stream = createFileStream(join(dir, 'halves'), 16);
  stream.write('12345678');
  await wait(50);
  stream.write('abcdefgh');
  await finished(stream.end());
  expect(readFileSync(join(dir, 'halves'), 'utf8')).toBe('12345678abcdefgh');
});

it('fails with the error of the write of the rest', async () => {
  writeHalves(2);
  const stream = createFileStream(join(dir, 'full'), 16);
  await expect(finished(stream.end('12345678'))).rejects.toThrow('ENOSPC');
});

it('fails when the file cannot be opened', async () => {
  const stream = createFileStream(join(dir, 'absent', 'file'), 16);
  await expect(finished(stream)).rejects.toThrow('ENOENT');
});

it.each([
  ['one chunk', ['123456']],
  ['several', ['1', '234', '56']],
])('fails at more bytes than it may write: %s', async (_name, chunks) => {
  const stream = createFileStream(join(dir, 'large'), 5);
  for (const chunk of chunks) stream.write(chunk);
  await expect(finished(stream.end())).rejects.toMatchObject({ status: 413 });
});

it('collects small chunks for one write', async () => {
  const writes = jest.spyOn(fs, 'writev');
  const stream = createFileStream(join(dir, 'collected'), 1_000_000);
  // One by one, as chunks of a socket come.
  for (const letter of 'abcdefghijklmnopqrst')
    await new Promise((next) => stream.write(letter.repeat(30_000), next));
  await finished(stream.end());
  const whole = readFileSync(join(dir, 'collected'), 'utf8');
  expect(whole.replaceAll(/(.)\1*/g, '$1')).toBe('abcdefghijklmnopqrst');
  // 600,000 bytes, at least 262,144 in one write.
  expect([whole.length, writes.mock.calls.length]).toEqual([600_000, 3]);
});

it('collects at most 8 MiB for all uploads', async () => {
  const writes = jest.spyOn(fs, 'write');
  const bytes = Buffer.alloc(262_143, 'x');
  const streams = Array.from({ length: 34 }, (_, n) => createFileStream(join(dir, `held-${n}`), 1_000_000));
  const send = (stream: Writable) => new Promise((next) => stream.write(bytes, next));
  for (const stream of streams.slice(0, 32)) await send(stream);
  expect(writes).not.toHaveBeenCalled();
  for (const stream of streams.slice(32)) await send(stream);
  expect(writes).toHaveBeenCalledTimes(2);
  // What a destroyed stream has collected counts no longer.
  for (const stream of streams) await finished(stream.destroy()).catch(() => undefined);
  const next = createFileStream(join(dir, 'held-next'), 1_000_000);
  await send(next);
  expect(writes).toHaveBeenCalledTimes(2);
  await finished(next.end());
});

it('lets one of many uploads go on in a turn of the event loop', async () => {
  const streams = Array.from({ length: 12 }, (_, number) => createFileStream(join(dir, `many-${number}`), 9));
  let turn = 0;
  let isRunning = true;
  const count = (): void => {
    turn += 1;
    if (isRunning) setImmediate(count);
  };
  count();
  const turns = await Promise.all(
    streams.map((stream) => new Promise<number>((gone) => stream.write('bytes', () => gone(turn)))),
  );
  isRunning = false;
  expect(new Set(turns).size).toBe(12);
  for (const stream of streams) await finished(stream.end());
});

it('goes on after a callback of another upload that throws', () => {
  const script = `
    const { createFileStream } = require(${JSON.stringify(require.resolve('./file-stream'))});
    process.on('uncaughtException', ({ message }) => console.log(message));
    const throwing = () => { throw new Error('thrown'); };
    for (const number of [1, 2, 3])
      createFileStream(${JSON.stringify(dir)} + '/thrown-' + number, 9).end('bytes').once('finish', () => console.log('whole'));
    createFileStream(${JSON.stringify(dir)} + '/throwing', 9).write('bytes', throwing);
    setTimeout(() => {
      createFileStream(${JSON.stringify(dir)} + '/later', 9).end('bytes').once('finish', () => console.log('whole'));
      setTimeout(() => process.exit(), 200);
    }, 200);`;
  const lines = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim().split('\n');
  expect(lines.sort()).toEqual(['thrown', 'whole', 'whole', 'whole', 'whole']);
});

describe('a form', () => {
  let app: TestServer;
  const handler = () => ({ json: {} });
  beforeAll(async () => {
    const files = route({ method: 'POST', path: '/', action: null, summary: '', body: 'multipart', handler });
    app = await startTestServer({ routes: [files] });
  });
  afterAll(() => app.close());

  const FILE =
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
  const TYPE = 'multipart/form-data; boundary=x';
  const send = (bytes: string) =>
    app.send('POST', '/', { 'content-type': TYPE }, `${FILE}${bytes}\r\n--x--\r\n`);
  const full = {
    status: 507,
    name: 'InsufficientStorageError',
    message: expect.stringContaining('no space'),
  };

  // The first test: a form shares the folder of a form that has not ended.
  it('gets 507 when there is no space for a folder', async () => {
    jest.spyOn(fsPromises, 'mkdtemp').mockRejectedValue(problem('ENOSPC'));
    expect((await send('bytes')).json).toMatchObject({ error: full });
  });

  it.each([
    ['ENOSPC', 10],
    ['EDQUOT', 10],
    ['EFBIG', 10],
    ['ENOSPC', 500_000],
  ])('gets 507 when a write fails with %s: %d bytes', async (code, length) => {
    joinChunks();
    jest.spyOn(fs, 'write').mockImplementation(((...args: unknown[]) => {
      setImmediate(() => (args.at(-1) as Done)(problem(code), 0, Buffer.alloc(0)));
    }) as never);
    expect((await send('x'.repeat(length))).json).toMatchObject({ error: full });
    jest.restoreAllMocks();
    expect((await send('x'.repeat(length))).status).toBe(200);
  });

  it('with too many files leaves no file open', async () => {
    const { open, close } = fs;
    const opened = new Set<number>();
    jest.spyOn(fs, 'open').mockImplementation(((...args: unknown[]) => {
      const done = args.pop() as (error: Error | null, fd: number) => void;
      Reflect.apply(open, fs, [
        ...args,
        (error: Error | null, fd: number) => {
          if (!error && String(args[0]).includes('quire-body-')) opened.add(fd);
          done(error, fd);
        },
      ]);
    }) as never);
    const closed = jest.spyOn(fs, 'close').mockImplementation(((fd: number, done: () => void) => {
      opened.delete(fd);
      close(fd, done);
    }) as never);
    const socket = connect(app.server.address?.port ?? 0, '127.0.0.1');
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${TYPE}\r\nContent-Length: 9999999\r\n\r\n`;
    socket.write(`${head}${`${FILE}bytes\r\n`.repeat(100)}${FILE}bytes`);
    expect(String(await new Promise((heard) => socket.once('data', heard)))).toContain('HTTP/1.1 413');
    socket.destroy();
    await until(() => closed.mock.calls.length > 0 && opened.size === 0);
  });
});
