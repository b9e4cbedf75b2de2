// Makes a format of an image at the first request of its address.
import { extname } from 'node:path';
import { type App, check, type DocumentObject } from '../../../core';
import type { UploadConfig } from '../config';
import { originalName } from '../files/object-names';
import { FILE } from '../types';
import type { MakeOnce } from './make-once';

export interface OnDemandOptions {
  readonly makeOnce: MakeOnce;
  readonly config: Pick<UploadConfig, 'breakpoints'>;
}

interface Found {
  /** The name of the format: `small_webp`. */
  readonly key: string;
  readonly file: DocumentObject;
  readonly mime: string;
}

/**
 * The result is the name of the object to serve: the format, which is stored now. A process that only reads serves the file in its place.
 * null: no format has this name.
 */
export function createOnDemand(app: App, { makeOnce, config }: OnDemandOptions) {
  const keys = ['thumbnail', ...Object.keys(config.breakpoints)];

  /** `small_lake_8d120a0ed0.webp` is a format of the file whose hash is `lake_8d120a0ed0`. */
  async function find(name: string): Promise<Found | null> {
    const base = name.slice(0, name.length - extname(name).length);
    for (const prefix of keys) {
      if (!base.startsWith(`${prefix}_`)) continue;
      const hash = base.slice(prefix.length + 1);
      const file = await app.documents(FILE).findFirst({ filters: { hash: { $eq: hash } } });
      const formats = check.isPlainObject(file?.formats) ? Object.entries(file.formats) : [];
      for (const [key, format] of formats)
        if (file && check.isPlainObject(format) && `${format.hash}${format.ext ?? ''}` === name)
          return { key, file, mime: String(format.mime) };
    }
    return null;
  }

  return async (name: string): Promise<string | null> => {
    const found = await find(name);
    if (!found) return null;
    const { key, file, mime } = found;
    if (app.config.server.readOnly) return originalName(file);
    return (await makeOnce({ file, name, mime, wanted: { format: key } })) ? name : null;
  };
}
