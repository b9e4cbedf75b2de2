// The bytes of files in the storage: several objects are stored together or not at all.
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, type Logger } from '../../core';
import { uploadErrors } from './errors';
import type { PreparedObject } from './prepare-file';
import type { UploadProvider } from './providers/provider';

export interface Storage {
  /** Stores the objects while `work` runs. An error of `work` removes them. */
  keep<T>(objects: readonly PreparedObject[], work: () => Promise<T>): Promise<T>;
  /** Replaces objects. `undo` restores the bytes that had these names. */
  replace(objects: readonly PreparedObject[]): Promise<{ undo(): Promise<void>; done(): Promise<void> }>;
  /** Removes objects whose row is gone. A failure is logged; `quire doctor` finds the rest. */
  remove(names: readonly string[]): Promise<void>;
}

const ATTEMPTS = 3;
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export function createStorage(provider: UploadProvider, log: Logger): Storage {
  const put = async ({ name, path, mime, size }: PreparedObject): Promise<void> => {
    try {
      await provider.put(name, createReadStream(path), { mime, size });
    } catch (error) {
      throw translated(error, log);
    }
  };

  const remove = async (names: readonly string[]): Promise<void> => {
    for (const name of names)
      await retried(() => provider.remove(name)).catch((error: unknown) =>
        log.error('the bytes of a file were not removed; run quire doctor --fix', {
          file: name,
          error: String(error),
        }),
      );
  };

  /** Copies the stored bytes to a temporary file; null: there are none. */
  const copyOf = async (name: string): Promise<string | null> => {
    const bytes = await provider.get(name);
    if (!bytes) return null;
    const path = join(tmpdir(), `quire-upload-${randomBytes(8).toString('hex')}`);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return path;
  };

  return {
    async keep(objects, work) {
      try {
        for (const object of objects) await put(object);
        return await work();
      } catch (error) {
        await remove(objects.map(({ name }) => name));
        throw error;
      }
    },
    async replace(objects) {
      const copies = new Map<PreparedObject, string | null>();
      const done = async () => {
        for (const path of copies.values()) if (path) await rm(path, { force: true });
      };
      const undo = async () => {
        for (const [object, path] of copies) {
          if (path) await put({ ...object, path });
          else await remove([object.name]);
        }
        await done();
      };
      try {
        for (const object of objects) {
          copies.set(object, await copyOf(object.name));
          await put(object);
        }
      } catch (error) {
        await undo();
        throw translated(error, log);
      }
      return { undo, done };
    },
    remove,
  };
}

async function retried(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** An error of the storage is the server's, never the client's. */
function translated(error: unknown, log: Logger): unknown {
  if (error instanceof AppError) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  log.error('the storage of files failed', { error: String(error) });
  return FULL.has(code) ? uploadErrors.UPLOAD_STORAGE_FULL() : uploadErrors.UPLOAD_STORAGE_DOWN();
}
