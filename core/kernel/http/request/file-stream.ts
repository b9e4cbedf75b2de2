// Writes a file of a multipart body. In each turn of the event loop, the process handles one chunk of one upload. The sockets of other
// uploads stay paused. So requests do not wait behind the bytes of many uploads. Each write wakes a thread, which may take the core of the
// event loop; so the stream collects small chunks for one write.
import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { coreErrors } from '../../errors/core-errors';

/** Bytes that one write stores. */
const BATCH = 262_144;
/** Bytes that all streams of the process may collect. Beyond, each chunk is written at once. */
const MOST_COLLECTED = 8_388_608;
let collected = 0;

type Done = (error?: Error | null) => void;

/** Makes the file. A file of more than `most` bytes ends with a 413. The stream closes after its file. */
export function createFileStream(path: string, most: number): Writable {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const chunks = createCollection();
  let size = 0;
  const take = (parts: readonly Buffer[], done: Done): void => {
    for (const part of parts) {
      size += part.length;
      chunks.add(part);
    }
    const goOn: Done = (error) => (error ? done(error) : void ownTurn().then(() => done()));
    if (size > most) done(coreErrors.BODY_FILE_TOO_LARGE());
    else if (chunks.length < BATCH && collected < MOST_COLLECTED) goOn();
    else writeAtOnce(file, chunks.take(), goOn);
  };
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => take([chunk], done),
    // The parser splits a chunk of the socket at each byte that could begin the boundary.
    writev(parts, done) {
      take(
        parts.map(({ chunk }) => chunk),
        done,
      );
    },
    final(done) {
      writeAtOnce(file, chunks.take());
      file.end(done);
    },
    destroy(error, done) {
      chunks.take();
      file.destroy();
      if (file.closed) done(error);
      else file.once('close', () => done(error));
    },
  });
  file.on('error', (error) => stream.destroy(error));
  return stream;
}

/** One call of the system writes all chunks. */
function writeAtOnce(file: Writable, chunks: readonly Buffer[], done?: Done): void {
  file.cork();
  for (const chunk of chunks.slice(0, -1)) file.write(chunk);
  for (const chunk of chunks.slice(-1)) file.write(chunk, done);
  file.uncork();
}

function createCollection() {
  let chunks: Buffer[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(chunk: Buffer): void {
      chunks.push(chunk);
      length += chunk.length;
      collected += chunk.length;
    },
    take(): readonly Buffer[] {
      const all = chunks;
      collected -= length;
      chunks = [];
      length = 0;
      return all;
    },
  };
}

let last = Promise.resolve();

/** Ends in a turn of the event loop that no other upload gets. */
function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
