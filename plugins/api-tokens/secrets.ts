// Secrets of tokens: made at random, kept as a hash, told apart from credentials of others by their form.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, so one round of a fast hash is enough: there is nothing to guess. */
export const createSecret = (): string => randomBytes(32).toString('hex');

export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** At least 32 characters and no dot: signed tokens of users have dots. */
const SECRET = '[A-Za-z0-9_~+/=-]{32,512}';
export const SECRET_FORM = new RegExp(`^${SECRET}$`);
const OURS = new RegExp(`^\\s*bearer\\s+(${SECRET})\\s*$`, 'i');

/** null: what the header says can be no secret of ours. */
export const secretOf = (header: string): string | null =>
  // Most of what is not ours is told apart without the expression.
  header.includes('.') ? null : (OURS.exec(header)?.[1] ?? null);

/** The scheme in any case, then one word; anything else is nobody. */
export const bearerOf = (header: string): string | null =>
  /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? null;
