// Writes the members of an archive one after the other: tar, gzip, and encryption if there is a passphrase.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { partFile } from '../part-file';
import { encrypted } from './cipher';
import { END, type End } from './format';
import { archiveTail, memberHead, memberTail } from './tar-writer';

export interface ArchiveWriter {
  member(name: string, bytes: Buffer): Promise<void>;
  /** Rejects if there are more or fewer bytes. */
  stream(name: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Writes the last member; the file has its name from now on. */
  end(counts: Omit<End, 'sha256'>): Promise<void>;
  /** Removes what was written. */
  abandon(): void;
}

/** `target`: a path, or `-` for the standard output. */
export function writeArchive(target: string, passphrase: string | null): ArchiveWriter {
  const zip = createGzip();
  const file = target === '-' ? null : partFile(target);
  const plain: AsyncIterable<Buffer> = zip;
  const source = passphrase === null ? plain : encrypted(plain, passphrase);
  const done = file?.write(source) ?? pipeline(source, process.stdout, { end: false });
  // Heard at the end; before, each write waits for it.
  done.catch(() => zip.destroy());
  const digest = createHash('sha256');

  async function write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    if (zip.destroyed) await done;
    if (!zip.write(bytes)) await Promise.race([once(zip, 'drain'), done]);
  }
  async function begin(name: string, size: number): Promise<void> {
    digest.update(`${name}\n${size}\n`);
    await write(memberHead(name, size));
  }
  async function member(name: string, bytes: Buffer): Promise<void> {
    await begin(name, bytes.length);
    digest.update(bytes);
    await write(bytes);
    await write(memberTail(bytes.length));
  }

  return {
    member,
    async stream(name, size, bytes) {
      await begin(name, size);
      let left = size;
      for await (const chunk of bytes) {
        left -= chunk.length;
        if (left < 0) break;
        digest.update(chunk);
        await write(chunk);
      }
      if (left !== 0) throw new Error(`${name} has another size than before; export again`);
      await write(memberTail(size));
    },
    async end(counts) {
      const last: End = { ...counts, sha256: digest.copy().digest('hex') };
      await member(END, Buffer.from(`${JSON.stringify(last)}\n`));
      await write(archiveTail());
      zip.end();
      await done;
      file?.finish();
    },
    abandon() {
      zip.destroy();
      file?.abandon();
    },
  };
}
