// Makes an image from a stored one and stores it. Requests that come at the same time wait for one image. An image of bytes that are
// being replaced is not stored.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type App,
  createSingleFlight,
  type DocumentObject,
  removeFolder,
  temporaryFolder,
} from '../../../core';
import { uploadErrors } from '../errors';
import { originalName } from '../files/object-names';
import type { Images, MakeImage } from '../images/image-files';
import type { WantedImage } from '../images/image-job';
import type { Replacements } from '../replacements/replacements';
import type { UploadProvider } from '../storage/providers/provider';
import { putFiles } from '../storage/providers/put-files';
import { fromStorage } from '../storage/storage';

export interface Making {
  readonly file: DocumentObject;
  /** The name of the new object. */
  readonly name: string;
  readonly mime: string;
  readonly wanted: WantedImage;
}

/** The result says whether the object is stored now. */
export type MakeOnce = (making: Making) => Promise<boolean>;

export interface MakeOptions {
  readonly images: () => Pick<Images, 'inTurn'>;
  readonly provider: () => UploadProvider;
  readonly replacements: () => Replacements;
}

/** Milliseconds for which a damaged image is not read again. */
const DAMAGED = 60_000;
/** Damaged images that are remembered. */
const MOST_DAMAGED = 1_000;

export function createMakeOnce(app: App, { images, provider, replacements }: MakeOptions): MakeOnce {
  const flight = createSingleFlight<string, boolean>();
  const damaged = new Map<string, number>();

  const stored = <T>(work: () => Promise<T>) => fromStorage(work, app.log);

  /** null: no such file, or its bytes are being replaced. */
  const stateOf = (documentId: string) =>
    app.database.transaction((tx) => replacements().settledState(tx, documentId));

  async function run({ file, name, mime, wanted }: Making, key: string, make: MakeImage): Promise<boolean> {
    const { documentId } = file;
    const before = await stateOf(documentId);
    if (before === null) return false;
    const folder = await stored(temporaryFolder);
    try {
      const bytes = await stored(() => provider().get(originalName(file)));
      if (!bytes) return false;
      const path = join(folder, 'file');
      await stored(() => pipeline(bytes, createWriteStream(path)));
      const made = await make(path, wanted);
      if (!made) {
        if (damaged.size >= MOST_DAMAGED) damaged.clear();
        damaged.set(key, Date.now() + DAMAGED);
        return false;
      }
      return await app.database.transaction(async (tx) => {
        // Under the lock of the row, no other process moves new bytes to the name of the file.
        const after = await replacements().settledState(tx, documentId);
        if (after !== before) throw uploadErrors.UPLOAD_STORAGE_DOWN();
        await stored(() => putFiles(provider(), [{ ...made, name, mime }]));
        return true;
      });
    } finally {
      await removeFolder(folder);
    }
  }

  return async (making) => {
    // A replacement of the bytes gives another key.
    const key = `${making.name} ${making.file.updatedAt}`;
    if ((damaged.get(key) ?? 0) > Date.now()) return false;
    return flight.run(making.name, () => images().inTurn((make) => run(making, key, make)));
  };
}
