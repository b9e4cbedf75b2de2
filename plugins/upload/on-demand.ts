// Makes a format of an image at the first request of its address. Requests that come at the same time wait for one image.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type App, check, type DocumentObject } from '../../core';
import type { UploadConfig } from './config';
import { objectNames } from './files';
import type { Images } from './images/image-files';
import type { UploadProvider } from './providers/provider';
import { FILE } from './types';

export interface OnDemandOptions {
  readonly images: () => Images;
  readonly provider: () => UploadProvider;
  readonly config: Pick<UploadConfig, 'breakpoints'>;
}

interface Found {
  /** The name of the format: `small_webp`. */
  readonly key: string;
  readonly file: DocumentObject;
  readonly mime: string;
}

/** The result says whether the name is of a format that is stored now. */
export function createOnDemand(app: App, { images, provider, config }: OnDemandOptions) {
  const running = new Map<string, Promise<boolean>>();
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

  async function make(name: string): Promise<boolean> {
    const found = await find(name);
    if (!found) return false;
    const bytes = await provider().get(objectNames(found.file)[0] ?? '');
    if (!bytes) return false;
    const folder = await mkdtemp(join(tmpdir(), 'quire-body-'));
    try {
      const path = join(folder, 'file');
      await pipeline(bytes, createWriteStream(path));
      const made = await images().make(path, found.key);
      if (!made) return false;
      await provider().put(name, createReadStream(made.path), {
        mime: found.mime,
        size: made.size,
      });
      return true;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return (name: string): Promise<boolean> => {
    let work = running.get(name);
    if (!work) {
      work = make(name).finally(() => running.delete(name));
      running.set(name, work);
    }
    return work;
  };
}
