// Writes a file of a multipart body. In each turn of the event loop, the process handles one chunk of one upload. The sockets of other
// uploads stay paused. So requests do not wait behind the bytes of many uploads.
import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { coreErrors } from '../../errors/core-errors';

/** A file of more than `most` bytes ends with a 413. */
export function createFileStream(path: string, most: number): Writable {
  const file = createWriteStream(path, { mode: 0o600 });
  let size = 0;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(coreErrors.BODY_FILE_TOO_LARGE());
      else file.write(chunk, (error) => (error ? done(error) : void ownTurn().then(() => done())));
    },
    final: (done) => void file.end(done),
    destroy(error, done) {
      file.destroy();
      done(error);
    },
  });
  file.on('error', (error) => stream.destroy(error));
  return stream;
}

let last = Promise.resolve();

/** Ends in a turn of the event loop that no other upload gets. */
function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
