// Prepares an upload: its name, its real type, its dimensions and formats. Nothing is stored yet.
import { unlink } from 'node:fs/promises';
import type { UploadedFile } from '../../../core';
import type { UploadConfig } from '../config';
import { uploadErrors } from '../errors';
import type { Images } from '../images/image-files';
import type { ImageFormat } from '../images/image-job';
import { mimeTypes } from '../mime/mime-types';
import { mayHaveExtension, realTypeOf } from '../mime/real-type';
import type { LocalFile } from '../storage/providers/put-files';
import type { FileInfo } from './file-info';
import { checkFileName, type StoredName, storedName } from './file-name';

export interface PreparedFile {
  /** Values of the row. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly objects: readonly LocalFile[];
  /** Removes the temporary files that were made here. */
  discard(): Promise<void>;
}

export interface PrepareOptions {
  readonly config: UploadConfig;
  readonly images: Images;
  /** `addressOf`: the address of an object. */
  readonly storage: { addressOf(name: string): string };
}

/** `stored`: the name of the file that the upload replaces. */
export async function prepareFile(
  upload: UploadedFile,
  info: FileInfo,
  { config, images, storage }: PrepareOptions,
  stored?: StoredName,
): Promise<PreparedFile> {
  const name = checkFileName(upload.name);
  if (upload.size === 0) throw uploadErrors.UPLOAD_EMPTY();
  const mime = await realTypeOf(upload, config);
  const shownName = String(info.name ?? name);
  const { hash, ext } =
    stored ?? withRealExtension(storedName(name, mimeTypes().extension(mime), shownName), mime);
  const { width, height, replaced, formats, placeholder } = await images.describe({
    path: upload.path,
    name,
    mime,
  });
  const original = { name: `${hash}${ext}`, mime, path: upload.path, size: upload.size, ...replaced };
  /** `small_lake_8d120a0ed0.jpg`, and `small_lake_8d120a0ed0.webp` for a further type. */
  const placeOf = ({ key, as }: ImageFormat) => ({
    hash: `${as ? key.slice(0, -as.length - 1) : key}_${hash}`,
    ext: as ? `.${as}` : ext,
    mime: as ? `image/${as}` : mime,
  });
  const objectName = (format: ImageFormat): string => `${placeOf(format).hash}${placeOf(format).ext}`;
  const entryOf = (format: ImageFormat) => ({
    name: `${format.key}_${shownName}`,
    ...placeOf(format),
    path: null,
    width: format.width,
    height: format.height,
    // Unknown until the format is made.
    size: format.made && kilobytes(format.made.size),
    sizeInBytes: format.made?.size ?? null,
    url: storage.addressOf(objectName(format)),
  });
  return {
    data: {
      ...info,
      name: shownName,
      width,
      height,
      formats:
        formats.length === 0 ? null : Object.fromEntries(formats.map((each) => [each.key, entryOf(each)])),
      hash,
      ext,
      mime,
      size: kilobytes(original.size),
      url: storage.addressOf(original.name),
      ...(config.placeholder ? { placeholder } : {}),
    },
    objects: [
      original,
      ...formats.flatMap((format) =>
        format.made ? [{ ...format.made, name: objectName(format), mime: placeOf(format).mime }] : [],
      ),
    ],
    async discard() {
      const made = [replaced, ...formats.map((format) => format.made)];
      await Promise.all(made.map((each) => each && unlink(each.path).catch(() => undefined)));
    },
  };
}

function withRealExtension(own: StoredName, mime: string): StoredName {
  if (mayHaveExtension(mime, own.ext)) return own;
  const real = mimeTypes().extension(mime);
  return { ...own, ext: real === false ? '' : `.${real}` };
}

/** With two decimals; a kilobyte has 1,000 bytes. */
const kilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;
