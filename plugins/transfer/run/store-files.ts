// The bytes of an archive go to the storage before the documents are written. An object that the storage has already stays. If the import
// fails, new objects are removed.

import { Readable } from 'node:stream';
import { type App, type ImportPart, jsonLines, refuseInput } from '../../../core';
import { DOCUMENTS, FILES, typeOfPart } from '../archive/format';
import { type ArchiveFile, archiveMembers } from '../archive/read-archive';
import { partsOf } from '../model-text';
import { isObjectName, objectNames } from '../objects';
import { checkedLine } from './write-type';

export interface StoredObjects {
  addressOf(name: string): string | undefined;
  readonly count: number;
  /** Removes the objects that are new. */
  discard(): Promise<void>;
}

export const NO_OBJECTS: StoredObjects = {
  addressOf: () => undefined,
  count: 0,
  discard: async () => undefined,
};

export async function storeFiles(
  app: App,
  file: ArchiveFile,
  chosen: (uid: string) => boolean,
): Promise<StoredObjects> {
  const part = [...partsOf(app).values()].find(({ store }) => store !== undefined);
  if (!part?.store || !chosen(part.name)) return NO_OBJECTS;
  const mimes = new Map<string, string>();
  const addresses = new Map<string, string>();
  const added: string[] = [];
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
        const isNew = await isMissing(part, name);
        if (isNew) added.push(name);
        addresses.set(name, await part.store(name, Readable.from(member.bytes), { mime, size: member.size }));
      }
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { addressOf: (name) => addresses.get(name), count: addresses.size, discard };
}

async function isMissing({ load }: ImportPart, name: string): Promise<boolean> {
  const found = (await load?.(name)) ?? null;
  found?.bytes.destroy();
  return found === null;
}

/** A format may have another type than the upload. */
function mimeOf(name: string, values: Readonly<Record<string, unknown>>): string {
  const formats = Object.values((values.formats ?? {}) as Record<string, Record<string, unknown> | null>);
  const own = formats.find((each) => each && `${each.hash}${each.ext ?? ''}` === name) ?? values;
  return typeof own.mime === 'string' ? own.mime : 'application/octet-stream';
}
