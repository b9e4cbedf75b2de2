import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createFileStream } from './file-stream';

const dir = mkdtempSync(join(tmpdir(), 'quire-file-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('writes chunks that come one by one and together', async () => {
  const stream = createFileStream(join(dir, 'whole'), 11);
  for (const text of ['one ', 'two ', 'end']) stream.write(text);
  await finished(stream.end());
  expect(readFileSync(join(dir, 'whole'), 'utf8')).toBe('one two end');
});

it.each([
  ['one chunk', ['123456']],
  ['several', ['1', '234', '56']],
])('fails at more bytes than it may write: %s', async (_name, chunks) => {
  const stream = createFileStream(join(dir, 'large'), 5);
  for (const chunk of chunks) stream.write(chunk);
  await expect(finished(stream.end())).rejects.toMatchObject({ status: 413 });
});

it('lets one of many uploads go on in a turn of the event loop', async () => {
  const streams = Array.from({ length: 12 }, (_, number) => createFileStream(join(dir, `many-${number}`), 9));
  await Promise.all(streams.map((stream) => new Promise((opened) => stream.once('open', opened))));
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
