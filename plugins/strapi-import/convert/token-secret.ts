// The secrets of Strapi's API tokens. `encrypted_key` is the secret under ENCRYPTION_KEY; `access_key` is its HMAC under API_TOKEN_SALT.

import { createDecipheriv, createHash, createHmac } from 'node:crypto';

export interface TokenKeys {
  readonly encryptionKey: string | undefined;
  readonly salt: string | undefined;
}

/** What is stored here: the hash of the secret, or the HMAC, by which the first use recognises the token. null: the token is lost. */
export function storedHash(accessKey: string, encryptedKey: string | null, keys: TokenKeys): string | null {
  const { encryptionKey, salt } = keys;
  const secret = encryptionKey && encryptedKey ? decrypted(encryptedKey, encryptionKey) : null;
  // The two columns may be of different secrets: only the HMAC decides in Strapi.
  const isSame = secret !== null && (!salt || hmacOf(secret, salt) === accessKey);
  if (isSame) return createHash('sha256').update(secret).digest('hex');
  return salt ? `hmac-sha512:${accessKey}` : null;
}

export const hmacOf = (secret: string, salt: string): string =>
  createHmac('sha512', salt).update(secret).digest('hex');

/** `v1:iv:data:tag`, in hex; AES-256-GCM. null: it is damaged, or of another key. */
function decrypted(text: string, key: string): string | null {
  const [version, iv, data, tag] = text.split(':');
  if (version !== 'v1' || !iv || !data || !tag) return null;
  try {
    const secret = createHash('sha256').update(key).digest();
    const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(iv, 'hex'), { authTagLength: 16 });
    decipher.setAuthTag(Buffer.from(tag, 'hex'));
    return decipher.update(data, 'hex', 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
