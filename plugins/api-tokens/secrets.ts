// Secrets of tokens: random, stored as a hash, and distinguished from credentials of other plugins by their form.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits cannot be guessed, so one round of a fast hash is enough. */
export const createSecret = (): string => randomBytes(32).toString('hex');

export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** At least 32 characters, without a dot: the signed tokens of users contain dots. */
export const SECRET_FORM = /^[A-Za-z0-9_~+/=-]{32,512}$/;
