// The members of an archive of `strapi export`, in its order: of a tar file, compressed and encrypted or not, or of an unpacked folder.

import { createDecipheriv, scryptSync } from 'node:crypto';
import { closeSync, createReadStream, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Member, Refusal, refuseInput, tarMembers } from '../../../core';

/** Strapi writes them in this order, and later ones need earlier ones. */
const ORDER = ['schemas', 'entities', 'assets', 'links', 'configuration', 'metadata.json'];

export const isArchive = (path: string): boolean =>
  /\.(tar|gz|tgz|enc)$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

export const isEncrypted = (path: string): boolean => path.endsWith('.enc');

export async function* archiveMembers(path: string, key: string): AsyncIterable<Member> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return refuseInput(`${path} does not exist.`);
  if (found.isDirectory()) {
    yield* folderMembers(path);
    return;
  }
  const first = firstBytes(path, key);
  const isZip = first[0] === 0x1f && first[1] === 0x8b;
  if (!isZip && first.toString('latin1', 257, 262) !== 'ustar')
    return refuseInput(
      isEncrypted(path)
        ? 'The key of the archive is wrong.'
        : `${path} is not an archive of "strapi export".`,
    );
  const file = createReadStream(path);
  // An error of one stream ends the last one, which is read.
  const ended = (): void => undefined;
  const plain: Readable = isEncrypted(path) ? pipeline(file, decipherOf(key), ended) : file;
  const bytes: Readable = isZip ? pipeline(plain, createGunzip(), ended) : plain;
  try {
    yield* tarMembers(bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuseInput(`The archive is damaged or cut: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    file.destroy();
  }
}

/** The form of Strapi: no salt, and no protection against changes. */
const decipherOf = (key: string) => createDecipheriv('aes-128-ecb', scryptSync(key, '', 16), '');

/** Enough for the first header. A wrong key gives other bytes at once. */
function firstBytes(path: string, key: string): Buffer {
  const head = Buffer.alloc(512);
  const handle = openSync(path, 'r');
  let length: number;
  try {
    length = readSync(handle, head, 0, head.length, 0);
  } finally {
    closeSync(handle);
  }
  const whole = head.subarray(0, length);
  return isEncrypted(path) ? decipherOf(key).update(whole.subarray(0, length - (length % 16))) : whole;
}

async function* folderMembers(folder: string): AsyncIterable<Member> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );
  if (!names.some((name) => name.startsWith('schemas/')))
    refuseInput(`${folder} is not an unpacked archive of "strapi export": it has no folder schemas.`);
  const placeOf = (name: string): number => ORDER.findIndex((start) => name.startsWith(start));
  for (const name of names.sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))) {
    const path = join(folder, name);
    const bytes = createReadStream(path);
    try {
      yield { name, size: statSync(path).size, bytes };
    } finally {
      // A stream opens its file at once, also if nothing reads it.
      bytes.destroy();
    }
  }
}
