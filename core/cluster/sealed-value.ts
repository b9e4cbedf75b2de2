// A value in Redis with its signature. The signature is about the key too: a value under the key of other callers is refused.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Sealed {
  /** When its read began, by the clock of the machine. */
  readonly at: number;
  readonly versions: string;
  readonly text: string;
}

const HEAD = /^([\w-]{43})\n(\d{1,15})\n([\w -]*)\n/;

export function sealValue(secret: string, name: string, { at, versions, text }: Sealed): string {
  const signed = `${at}\n${versions}\n${text}`;
  return `${signatureOf(secret, name, signed)}\n${signed}`;
}

/** null: no process with the secret has written this value under this name. */
export function openValue(secret: string, name: string, stored: string): Sealed | null {
  const [head, signature = '', at, versions = ''] = HEAD.exec(stored) ?? [];
  if (head === undefined) return null;
  const expected = signatureOf(secret, name, stored.slice(signature.length + 1));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  return { at: Number(at), versions, text: stored.slice(head.length) };
}

const signatureOf = (secret: string, name: string, signed: string): string =>
  createHmac('sha256', secret).update(name).update('\n').update(signed).digest('base64url');
