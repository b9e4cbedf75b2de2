// An encrypted archive: `QUIREEN1`, 16 bytes of salt, then chunks of at most 64 KiB, each encrypted and authenticated with AES-256-GCM.
// The nonce of a chunk is its number and whether it is the last one, so chunks cannot be cut off, moved or repeated.

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { refuseInput } from '../../../core';

export const MAGIC = Buffer.from('QUIREEN1');
const SALT = 16;
const CHUNK = 64 * 1024;
const TAG = 16;
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(number));
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

export async function* encrypted(plain: AsyncIterable<Buffer>, passphrase: string): AsyncIterable<Buffer> {
  const salt = randomBytes(SALT);
  const key = await keyOf(passphrase, salt);
  yield Buffer.concat([MAGIC, salt]);
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(plain, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number, isLast));
    cipher.setAAD(MAGIC);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** `bytes`: the whole file. */
export async function* decrypted(bytes: AsyncIterable<Buffer>, passphrase: string): AsyncIterable<Buffer> {
  const from = bytes[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  while (held.length < MAGIC.length + SALT) {
    const { done, value } = await from.next();
    if (done) return refuseInput(CUT);
    held = Buffer.concat([held, value]);
  }
  const key = await keyOf(passphrase, held.subarray(MAGIC.length, MAGIC.length + SALT));
  const first = held.subarray(MAGIC.length + SALT);
  async function* rest(): AsyncIterable<Buffer> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => from };
  }
  let number = 0;
  for await (const { bytes: chunk, isLast } of chunksOf(rest(), CHUNK + TAG)) {
    if (chunk.length < TAG) return refuseInput(CUT);
    const cipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast), { authTagLength: TAG });
    cipher.setAAD(MAGIC);
    cipher.setAuthTag(chunk.subarray(chunk.length - TAG));
    yield opened(() => Buffer.concat([cipher.update(chunk.subarray(0, -TAG)), cipher.final()]), number);
    number += 1;
  }
}

const CUT = 'The archive is cut: its end is missing.';

function opened(open: () => Buffer, number: number): Buffer {
  try {
    return open();
  } catch {
    return refuseInput(
      number === 0
        ? 'The passphrase of the archive is wrong, or its first bytes were changed.'
        : 'The archive is cut, or its bytes were changed.',
    );
  }
}

/** The last chunk may be empty. */
async function* chunksOf(
  from: AsyncIterable<Buffer>,
  size: number,
): AsyncIterable<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const part of from) {
    held.push(part);
    length += part.length;
    if (length <= size) continue;
    let all = Buffer.concat(held);
    // What follows decides whether a chunk is the last one.
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), isLast: false };
    held = [all];
    length = all.length;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
