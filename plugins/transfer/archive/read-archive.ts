// Reads the members of an archive: decrypts, unpacks, and refuses one that grows beyond measure. `verifyArchive` reads all of it once,
// before anything is written.

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, read, readSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type Check, type Member, pathToText, refuseInput, runCheck, tarMembers } from '../../../core';
import { decrypted, MAGIC } from './cipher';
import { END, type End, endCheck, HEAD, type Head, headCheck, VERSION } from './format';

/** Bytes out of one byte of the archive, after the first GiB. Texts of documents pack to a tenth. */
const MOST_RATIO = 200;
const FREE = 1024 ** 3;
/** Of a member that is read into memory. */
const MOST_FACTS = 64 * 1024 * 1024;

/** A file that is opened once, since another one may get its name meanwhile. */
export interface OpenArchive {
  readonly handle: number;
  /** Changes with the bytes of the file. */
  readonly state: string;
  readonly isEncrypted: boolean;
  close(): void;
}

export interface ArchiveFile extends Pick<OpenArchive, 'handle' | 'state'> {
  /** null: not encrypted. */
  readonly passphrase: string | null;
}

export function openArchive(path: string): OpenArchive {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return refuseInput(`${path} is no file.`);
  const handle = openSync(path, 'r');
  const close = () => closeSync(handle);
  const head = Buffer.alloc(MAGIC.length);
  readSync(handle, head, 0, head.length, 0);
  if (!head.equals(MAGIC) && head.readUInt16BE(0) !== 0x1f8b) {
    close();
    return refuseInput(`${path} is not an archive of "quire export".`);
  }
  return { handle, state: stateOf(handle), isEncrypted: head.equals(MAGIC), close };
}

function stateOf(handle: number): string {
  const { size, mtimeNs } = fstatSync(handle, { bigint: true });
  return `${size} ${mtimeNs}`;
}

export async function* archiveMembers({ handle, state, passphrase }: ArchiveFile): AsyncIterable<Member> {
  const packed = counted(bytesOf(handle));
  const source = Readable.from(passphrase === null ? packed.bytes : decrypted(packed.bytes, passphrase), {
    objectMode: false,
  });
  const zip = createGunzip();
  source.on('error', (error) => zip.destroy(error));
  source.pipe(zip);
  try {
    yield* tarMembers(bounded(zip, packed));
    if (stateOf(handle) !== state) refuseInput('The archive was changed while it was read; import it again.');
  } finally {
    zip.destroy();
    source.destroy();
  }
}

/** Errors of zlib have such codes. Others come from the code that reads the members. */
const isOfZip = (error: unknown): error is { readonly message: string } =>
  typeof error === 'object' && error !== null && 'code' in error && /^Z_/.test(String(error.code));

/** A stream would close the file with its end. */
async function* bytesOf(handle: number): AsyncIterable<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await readPart(handle, Buffer.alloc(PART), 0, PART, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

const readPart = promisify(read);
const PART = 64 * 1024;

interface Counted {
  readonly bytes: AsyncIterable<Buffer>;
  total(): number;
}

function counted(file: AsyncIterable<Buffer>): Counted {
  let total = 0;
  async function* bytes(): AsyncIterable<Buffer> {
    for await (const chunk of file) {
      total += chunk.length;
      yield chunk;
    }
  }
  return { bytes: bytes(), total: () => total };
}

/** Errors are translated here, since readers of a member get them directly. */
async function* bounded(from: AsyncIterable<Buffer>, packed: Counted): AsyncIterable<Buffer> {
  let unpacked = 0;
  try {
    for await (const chunk of from) {
      unpacked += chunk.length;
      if (unpacked > FREE && unpacked > packed.total() * MOST_RATIO)
        refuseInput(
          `The archive unpacks to more than ${MOST_RATIO} times its size; it is no archive of content.`,
        );
      yield chunk;
    }
  } catch (error) {
    if (isOfZip(error)) refuseInput(`The archive is damaged or cut: ${error.message}.`);
    throw error;
  }
}

export interface VerifiedArchive {
  readonly head: Head;
  readonly end: End;
}

/** Reads the whole archive, and compares it with its own end. */
export async function verifyArchive(file: ArchiveFile): Promise<VerifiedArchive> {
  const digest = createHash('sha256');
  let head: Head | null = null;
  let end: End | null = null;
  for await (const member of archiveMembers(file)) {
    if (end) refuseInput(`The archive has ${member.name} behind its end.`);
    if (member.name === END) {
      end = checkedFacts(END, await wholeMember(member), endCheck);
      continue;
    }
    const isFirst = head === null;
    if (isFirst !== (member.name === HEAD))
      refuseInput(isFirst ? `The archive does not begin with ${HEAD}.` : `The archive has ${HEAD} twice.`);
    digest.update(`${member.name}\n${member.size}\n`);
    if (isFirst) {
      const bytes = await wholeMember(member);
      digest.update(bytes);
      head = headIn(bytes);
    } else for await (const chunk of member.bytes) digest.update(chunk);
  }
  if (!head || !end) return refuseInput('The archive is cut: its end is missing.');
  if (digest.digest('hex') !== end.sha256)
    refuseInput('The archive was changed: its bytes do not match the sha256 at its end.');
  return { head, end };
}

/** The version comes first: a later version may have another description. */
function headIn(bytes: Buffer): Head {
  const facts = parsed(HEAD, bytes) as { readonly version?: unknown } | null;
  const version = facts?.version;
  if (typeof version === 'number' && version > VERSION)
    refuseInput(
      `The archive has the version ${version}, and this program reads up to version ${VERSION}; update quire-cms here.`,
    );
  return checkedFacts(HEAD, bytes, headCheck);
}

function checkedFacts<T>(name: string, bytes: Buffer, check: Check<T>): T {
  const { value, issues } = runCheck(check, parsed(name, bytes));
  const [issue] = issues;
  if (issue) refuseInput(`${name}: ${pathToText(issue.path)} ${issue.message}.`);
  return value;
}

function parsed(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return refuseInput(`${name} is no JSON.`);
  }
}

async function wholeMember({ name, size, bytes }: Member): Promise<Buffer> {
  if (size > MOST_FACTS) refuseInput(`${name} is too long.`);
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}
