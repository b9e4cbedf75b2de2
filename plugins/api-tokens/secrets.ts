// Secrets of tokens: made at random, kept as a hash, told apart from credentials of others by their form.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, so one round of a fast hash is enough: there is nothing to guess. */
export const createSecret = (): string => randomBytes(32).toString('hex');

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** At least 32 characters and no dot: signed tokens of users have dots. */
export const SECRET_FORM = /^[A-Za-z0-9_~+/=-]{32,512}$/;

/** The scheme in any case, then one word; anything else is nobody. */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? null;
}
