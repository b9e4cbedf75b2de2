// Writes a file of a multipart body. Per turn of the event loop, the process handles one chunk of one upload; the sockets of the others
// stay paused. So requests do not wait behind the bytes of many uploads.
import * as fs from 'node:fs';
import type { Writable } from 'node:stream';

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void;

/** A file of more than `most` bytes ends with an error that has the status 413. */
export function createFileStream(path: string, most: number): Writable {
  let size = 0;
  /** Calls `write` with a callback that waits for the turn of this upload. */
  const paced = (length: number, written: Written, write: (ended: Written) => void): void => {
    size += length;
    if (size > most) written(Object.assign(new Error('the file is too large'), { status: 413 }), 0);
    else write((error, bytes) => inTurn(() => written(error, bytes)));
  };
  const files = {
    open: fs.open,
    close: fs.close,
    write: (fd: number, bytes: Buffer, offset: number, length: number, at: null, written: Written) =>
      paced(length, written, (ended) => fs.write(fd, bytes, offset, length, at, ended)),
    writev: (fd: number, parts: readonly Buffer[], at: null, written: Written) =>
      paced(lengthOf(parts), written, (ended) => fs.writev(fd, parts, at, ended)),
  };
  return fs.createWriteStream(path, { mode: 0o600, fs: files as unknown as typeof fs });
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const waiting: (() => void)[] = [];

function inTurn(upload: () => void): void {
  waiting.push(upload);
  if (waiting.length === 1) setImmediate(next);
}

function next(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(next);
}
