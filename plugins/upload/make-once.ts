// Makes an image from a stored one and stores it. Requests that come at the same time wait for one image. An image of bytes that are
// being replaced is not stored.
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type App, type DocumentObject, removeFolder, temporaryFolder } from '../../core';
import { uploadErrors } from './errors';
import type { MadeImage } from './images/image-files';
import { originalName } from './object-names';
import type { UploadProvider } from './providers/provider';
import type { Replacements } from './replacements';

export interface Making {
  readonly file: DocumentObject;
  /** The name of the new object. */
  readonly name: string;
  readonly mime: string;
  /** null: no image can be made of these bytes. */
  make(path: string): Promise<MadeImage | null>;
}

/** The result says whether the object is stored now. */
export type MakeOnce = (making: Making) => Promise<boolean>;

export interface MakeOptions {
  readonly provider: () => UploadProvider;
  readonly replacements: () => Replacements;
}

export function createMakeOnce(app: App, { provider, replacements }: MakeOptions): MakeOnce {
  const running = new Map<string, Promise<boolean>>();

  /** null: no such file, or its bytes are being replaced. */
  const stateOf = (documentId: string) =>
    app.database.transaction((tx) => replacements().settledState(tx, documentId));

  async function run({ file, name, mime, make }: Making): Promise<boolean> {
    const { documentId } = file;
    const before = await stateOf(documentId);
    const bytes = before === null ? null : await provider().get(originalName(file));
    if (!bytes) return false;
    const folder = await temporaryFolder();
    try {
      const path = join(folder, 'file');
      await pipeline(bytes, createWriteStream(path));
      const made = await make(path);
      if (!made) return false;
      return await app.database.transaction(async (tx) => {
        // Under the lock of the row, no other process moves new bytes to the name of the file.
        const after = await replacements().settledState(tx, documentId);
        if (after !== before) throw uploadErrors.UPLOAD_STORAGE_DOWN();
        await provider().put(name, createReadStream(made.path), { mime, size: made.size });
        return true;
      });
    } finally {
      await removeFolder(folder);
    }
  }

  return (making) => {
    let work = running.get(making.name);
    if (!work) {
      work = run(making).finally(() => running.delete(making.name));
      running.set(making.name, work);
    }
    return work;
  };
}
