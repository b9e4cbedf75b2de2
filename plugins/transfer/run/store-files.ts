// The bytes of an archive. Objects that the storage lacks are stored before the documents are written, and removed again if the import
// fails. Objects that the storage has may belong to files that stay, so they are replaced after the commit, and only for written documents.

import { Readable } from 'node:stream';
import { type App, type ImportPart, jsonLines, refuseInput } from '../../../core';
import { DOCUMENTS, FILES, typeOfPart } from '../archive/format';
import { type ArchiveFile, archiveMembers } from '../archive/read-archive';
import { partsOf } from '../model-text';
import { isObjectName, objectNames } from '../objects';
import { checkedLine } from './write-type';

export interface StoredObjects {
  addressOf(name: string): string | undefined;
  /** Objects that were stored. */
  count(): number;
  /** Removes the objects that are new. */
  discard(): Promise<void>;
  /** After the commit: stores the objects of written documents that the storage had before. Returns the names of those that failed. */
  replace(written: ReadonlySet<string>): Promise<readonly string[]>;
}

export const NO_OBJECTS: StoredObjects = {
  addressOf: () => undefined,
  count: () => 0,
  discard: async () => undefined,
  replace: async () => [],
};

export async function storeFiles(
  app: App,
  file: ArchiveFile,
  chosen: (uid: string) => boolean,
): Promise<StoredObjects> {
  const part = [...partsOf(app).values()].find(({ store }) => store !== undefined);
  const store = part?.store;
  if (!store || !chosen(part.name)) return NO_OBJECTS;
  const mimes = new Map<string, string>();
  const addresses = new Map<string, string>();
  const added: string[] = [];
  const present = new Set<string>();
  let replaced = 0;
  const discard = async (): Promise<void> => {
    for (const name of added) await part.discard?.(name);
  };
  try {
    for await (const member of archiveMembers(file)) {
      if (member.name.startsWith(DOCUMENTS) && typeOfPart(member.name) === part.name) {
        for await (const line of jsonLines(member))
          for (const { values } of checkedLine(member.name, line).rows)
            for (const name of objectNames(values)) mimes.set(name, mimeOf(name, values));
      } else if (member.name.startsWith(FILES)) {
        const name = member.name.slice(FILES.length);
        if (!isObjectName(name)) refuseInput(`The archive has a file with a wrong name: ${member.name}`);
        const mime = mimes.get(name);
        // Files of documents that are not imported.
        if (mime === undefined) continue;
        const url = await presentAddress(part, name);
        if (url !== null) {
          present.add(name);
          addresses.set(name, url);
          continue;
        }
        added.push(name);
        addresses.set(name, await store(name, Readable.from(member.bytes), { mime, size: member.size }));
      }
    }
  } catch (error) {
    await discard();
    throw error;
  }
  async function replace(written: ReadonlySet<string>): Promise<readonly string[]> {
    const left = new Set([...present].filter((name) => written.has(name)));
    if (left.size === 0) return [];
    const failed = (what: string, error: unknown): void =>
      app.log.error(`${what} could not be replaced`, { error });
    // The documents are committed: an error here ends no import.
    try {
      for await (const member of archiveMembers(file)) {
        const name = member.name.startsWith(FILES) ? member.name.slice(FILES.length) : '';
        if (!left.has(name)) continue;
        try {
          const facts = { mime: mimes.get(name) ?? '', size: member.size, replaces: true };
          await store?.(name, Readable.from(member.bytes), facts);
          left.delete(name);
          replaced += 1;
        } catch (error) {
          failed(`The file ${name}`, error);
        }
      }
    } catch (error) {
      failed('Files', error);
    }
    return [...left];
  }
  return {
    addressOf: (name) => addresses.get(name),
    count: () => added.length + replaced,
    discard,
    replace,
  };
}

/** null: the storage has no such object. */
async function presentAddress({ load }: ImportPart, name: string): Promise<string | null> {
  const found = (await load?.(name)) ?? null;
  found?.bytes.destroy();
  return found?.url ?? null;
}

/** A format may have another type than the upload. */
function mimeOf(name: string, values: Readonly<Record<string, unknown>>): string {
  const formats = Object.values((values.formats ?? {}) as Record<string, Record<string, unknown> | null>);
  const own = formats.find((each) => each && `${each.hash}${each.ext ?? ''}` === name) ?? values;
  return typeof own.mime === 'string' ? own.mime : 'application/octet-stream';
}
