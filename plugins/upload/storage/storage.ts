// The bytes of files in the storage: several objects are stored together or not at all.
import { randomBytes } from 'node:crypto';
import { AppError, type Logger } from '../../../core';
import { codeOf, isDiskFull } from '../disk-full';
import { uploadErrors } from '../errors';
import type { ObjectFacts, UploadProvider } from './providers/provider';
import { type LocalFile, putFiles } from './providers/put-files';

export interface Storage {
  /** The address of an object. */
  addressOf(name: string): string;
  /** Stores the objects while `work` runs. An error of `work` removes them. */
  keep<T>(objects: readonly LocalFile[], work: () => Promise<T>): Promise<T>;
  /** Stores the bytes of objects under other names, all or none. */
  stage(objects: readonly LocalFile[]): Promise<readonly StagedObject[]>;
  /** Gives staged objects their names; bytes that had these names are gone. */
  move(staged: readonly StagedObject[]): Promise<void>;
  /** Rejects while the storage does not answer. */
  probe(name: string): Promise<void>;
  /** Removes objects whose row is gone. A failure is logged; `quire doctor` finds the rest. */
  remove(names: readonly string[]): Promise<void>;
}

/** Bytes of an object that are stored under the name `from`. */
export interface StagedObject extends ObjectFacts {
  readonly from: string;
  readonly name: string;
}

/** Removals that run together. */
const AT_ONCE = 50;
const ATTEMPTS = 3;
/** Milliseconds. A failure that took longer is not repeated, because a request waits. */
const PATIENCE = 3_000;

/** `now`: milliseconds. */
export function createStorage(
  provider: UploadProvider,
  log: Logger,
  now: () => number = () => performance.now(),
): Storage {
  const put = (objects: readonly LocalFile[]): Promise<void> =>
    fromStorage(() => putFiles(provider, objects), log);

  /** Was the storage silent? */
  const removeOne = async (name: string): Promise<boolean> => {
    const start = now();
    try {
      await retried(() => provider.remove(name), now);
      return false;
    } catch (error) {
      log.error('the bytes of a file were not removed; run quire doctor --fix', {
        file: name,
        error: String(error),
      });
      return now() - start > PATIENCE;
    }
  };

  const remove = async (names: readonly string[]): Promise<void> => {
    for (let at = 0; at < names.length; ) {
      const group = names.slice(at, at + AT_ONCE);
      at += group.length;
      // At the same time: a silent storage delays the answer once, and not once per object.
      const wereSilent = await Promise.all(group.map(removeOne));
      const left = names.slice(at);
      if (left.length > 0 && wereSilent.every(Boolean)) {
        log.error('the storage is silent, and bytes of files were not removed; run quire doctor --fix', {
          files: left,
        });
        return;
      }
    }
  };

  const move = async ({ from, name, mime, size }: StagedObject): Promise<void> => {
    if (provider.move) return provider.move(from, name);
    const bytes = await provider.get(from);
    // An earlier attempt has moved it.
    if (!bytes) return;
    try {
      await provider.put(name, bytes, { mime, size });
    } finally {
      bytes.destroy();
    }
    await provider.remove(from);
  };

  return {
    addressOf(name) {
      try {
        return provider.url(name);
      } catch (error) {
        throw translated(error, log);
      }
    },
    async keep(objects, work) {
      try {
        await put(objects);
        return await work();
      } catch (error) {
        await remove(objects.map(({ name }) => name));
        throw error;
      }
    },
    async stage(objects) {
      const prefix = `next-${randomBytes(8).toString('hex')}-`;
      const staged = objects.map(({ name, mime, size }) => ({ from: `${prefix}${name}`, name, mime, size }));
      try {
        await put(objects.map((object) => ({ ...object, name: `${prefix}${object.name}` })));
      } catch (error) {
        await remove(staged.map(({ from }) => from));
        throw error;
      }
      return staged;
    },
    async move(staged) {
      for (const object of staged) await retried(() => move(object), now);
    },
    async probe(name) {
      await provider.stat(name);
    },
    remove,
  };
}

async function retried(work: () => Promise<void>, now: () => number): Promise<void> {
  const start = now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || now() - start > PATIENCE) throw error;
    }
  }
}

/** Runs a method of the provider. Errors of the method become a 503 or a 507. */
export async function fromStorage<T>(work: () => T | Promise<T>, log: Logger): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error, log);
  }
}

/** Errors of the storage are errors of the server (5xx), never of the client. */
function translated(error: unknown, log: Logger): unknown {
  if (error instanceof AppError && error.status >= 500) return error;
  log.error('the storage of files failed', { error: String(error) });
  return isDiskFull(codeOf(error)) ? uploadErrors.UPLOAD_STORAGE_FULL() : uploadErrors.UPLOAD_STORAGE_DOWN();
}
