// `quire upload`: stores the files of a folder, and makes the formats of all images again.
import { createWriteStream } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { App, DocumentObject, PluginCommand } from '../../core';
import type { Files } from './files/files';
import { originalName } from './files/object-names';
import type { UploadProvider } from './storage/providers/provider';
import { storeFile, withCopies } from './store-file';
import { FILE } from './types';

/** Files between two lines of progress. */
const STEP = 50;
/** Rows that one query reads. */
const PAGE = 100;

type Print = (line: string) => void;

export function uploadCommand(app: App, files: () => Files, provider: () => UploadProvider): PluginCommand {
  return {
    name: 'upload',
    description: 'Stores the files of a folder, or makes the formats of all images again.',
    usage: ['quire upload import DIR', 'quire upload regenerate-formats'],
    example: 'quire upload import ./photos',
    async run({ words: [verb, dir, ...rest], print }) {
      if (rest.length > 0) return 2;
      if (verb === 'import' && dir !== undefined) {
        await app.start();
        return report(print, 'stored', filesBelow(dir), (path) => storeFile(files(), path));
      }
      if (verb === 'regenerate-formats' && dir === undefined) {
        await app.start();
        return report(print, 'made again', images(app), (file) => regenerate(files(), provider(), file));
      }
      return 2;
    },
  };
}

/** A file that fails is named, and the others go on. */
async function report<T extends string | DocumentObject>(
  print: Print,
  done: string,
  items: AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  let failed = 0;
  for await (const item of items) {
    try {
      await work(item);
      count += 1;
      if (count % STEP === 0) print(`${count} files ${done} …`);
    } catch (error) {
      failed += 1;
      const name = typeof item === 'string' ? item : `${item.name} (${item.id})`;
      print(`failed: ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  print(`${count} files ${done}, ${failed} failed.`);
  return failed === 0 ? 0 : 1;
}

/** Without links and hidden files. */
async function* filesBelow(dir: string): AsyncIterable<string> {
  for await (const entry of await opendir(dir)) {
    const path = join(dir, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

async function* images(app: App): AsyncIterable<DocumentObject> {
  for (let after = 0; ; ) {
    const page = await app.documents(FILE).findMany({
      filters: { id: { $gt: after }, mime: { $startsWith: 'image/' } },
      sort: 'id',
      pagination: { limit: PAGE },
    });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = Number(last.id);
  }
}

async function regenerate(files: Files, provider: UploadProvider, file: DocumentObject): Promise<void> {
  const object = originalName(file);
  const bytes = await provider.get(object);
  if (!bytes) throw new Error(`its bytes ${object} are missing`);
  const copyTo = (path: string) => pipeline(bytes, createWriteStream(path));
  await withCopies([{ name: String(file.name), type: String(file.mime), copyTo }], async ([upload]) => {
    if (upload) await files.replace(Number(file.id), upload, {});
  });
}
