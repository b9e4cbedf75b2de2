// Reads the members of a tar file one after the other, as a stream. Folders are skipped; links, paths that leave the archive, and members
// whose bytes are missing are refused.

import { refuseInput } from './refusal';

const BLOCK = 512;
/** Metadata of one member: its long name. */
const MOST_HEADER = 1024 * 1024;

export interface Member {
  readonly name: string;
  readonly size: number;
  /** To be read before the next member. */
  readonly bytes: AsyncIterable<Buffer>;
}

class Bytes {
  #held: Buffer = Buffer.alloc(0);
  readonly #from: AsyncIterator<Buffer>;

  constructor(from: AsyncIterable<Buffer>) {
    this.#from = from[Symbol.asyncIterator]();
  }

  /** At most `most` bytes; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    while (this.#held.length === 0) {
      const { done, value } = await this.#from.next();
      if (done) return null;
      this.#held = value;
    }
    const part = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(part.length);
    return part;
  }

  async exactly(size: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; ) {
      const part = await this.some(left);
      if (part === null) return null;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }
}

const CUT = 'The archive is cut: its end is missing.';

export async function* tarMembers(from: AsyncIterable<Buffer>): AsyncIterable<Member> {
  const bytes = new Bytes(from);
  let longName: string | null = null;
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (header === null) return refuseInput(CUT);
    if (header.every((byte) => byte === 0)) return;
    if (header.toString('latin1', 257, 262) !== 'ustar')
      return refuseInput('The source is not a tar archive.');
    const size = sizeIn(header);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x' || type === 'g') {
      if (size > MOST_HEADER) return refuseInput('The archive has a member with a name that is too long.');
      const text = (await bytes.exactly(padded(size)))?.toString('utf8', 0, size);
      if (text === undefined) return refuseInput(CUT);
      if (type === 'x') longName = /^\d+ path=(.*)$/m.exec(text)?.[1] ?? null;
      continue;
    }
    const name = longName ?? nameIn(header);
    longName = null;
    if (type === '5') continue;
    if (type !== '0' && type !== '\u0000') return refuseInput(`The archive has a link or a device: ${name}`);
    yield* member(bytes, checkedName(name), size);
  }
}

async function* member(from: Bytes, name: string, size: number): AsyncIterable<Member> {
  let left = size;
  async function* bytes(): AsyncIterable<Buffer> {
    while (left > 0) {
      const part = await from.some(left);
      if (part === null) return refuseInput(CUT);
      left -= part.length;
      yield part;
    }
  }
  const reading = bytes();
  yield { name, size, bytes: reading };
  for await (const _rest of bytes());
  if ((await from.exactly(padded(size) - size)) === null) refuseInput(CUT);
}

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

const textIn = (header: Buffer, start: number, length: number): string =>
  header.toString('utf8', start, start + length).replace(/\0.*$/s, '');

function nameIn(header: Buffer): string {
  const prefix = textIn(header, 345, 155);
  const name = textIn(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function sizeIn(header: Buffer): number {
  const text = textIn(header, 124, 12).trim();
  if (!/^[0-7]+$/.test(text)) return refuseInput('The archive has a member with a wrong size.');
  return Number.parseInt(text, 8);
}

/** Relative to the archive, and inside of it. */
export function checkedName(given: string): string {
  const name = given.replace(/^\.\//, '');
  const isInside = !name.startsWith('/') && !/^[A-Za-z]:|\\|\0/.test(name) && !name.split('/').includes('..');
  return isInside ? name : refuseInput(`The archive has a member outside of it: ${given}`);
}
