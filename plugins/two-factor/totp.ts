// Codes that change with time (RFC 6238): six digits, SHA-1, 30 seconds, as all apps read them.
import { createHmac } from 'node:crypto';

const SECONDS = 30;
const DIGITS = 6;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of the period of a time, in milliseconds. */
export const stepOf = (time: number): number => Math.floor(time / 1000 / SECONDS);

export function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The clock of a phone may be a period off. null: the code belongs to no near period. */
export function stepOfCode(key: Buffer, code: string, now: number): number | null {
  const current = stepOf(now);
  return [current, current - 1, current + 1].find((step) => codeOf(key, step) === code) ?? null;
}

/** The alphabet of RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(value >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + LETTERS[(value << (5 - bits)) & 31];
}

/** The address that an app reads from a QR code. */
export function otpauthUrl(issuer: string, account: string, key: Buffer): string {
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${SECONDS}`;
}
