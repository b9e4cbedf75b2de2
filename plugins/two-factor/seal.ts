// Encrypts and authenticates short texts: keys of users in the database, and challenges that clients carry.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

export interface Seal {
  close(text: string): string;
  /** null: it was not sealed with this secret for this purpose. */
  open(sealed: string): string | null;
}

/** A text that was sealed for one purpose does not open for another one. */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `quire two-factor ${purpose}`, 32));
  return {
    close(text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE + TAG) return null;
      const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      cipher.setAuthTag(bytes.subarray(-TAG));
      try {
        const text = Buffer.concat([cipher.update(bytes.subarray(NONCE, -TAG)), cipher.final()]);
        return text.toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
