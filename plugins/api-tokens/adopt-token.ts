// Tokens that were imported from Strapi without their secret: the database has the HMAC of the secret. The first use replaces it by the hash
// of Quire. The variable API_TOKEN_SALT has the key of the HMAC; without the variable, no such token is recognised.
import { createHmac } from 'node:crypto';
import { type App, variableOf } from '../../core';
import { hashSecret, isSameHash } from './secrets';
import { tokenOf } from './token-cache';
import { type ApiToken, TOKEN } from './types';

const SCHEME = 'hmac-sha512:';

export function createAdoption(
  app: App,
  forget: () => void,
): ((secret: string) => Promise<ApiToken | null>) | null {
  const salt = variableOf(app.variables, 'API_TOKEN_SALT');
  if (!salt) return null;
  return async (secret) => {
    const hmac = createHmac('sha512', salt).update(secret).digest('hex');
    const documents = app.documents(TOKEN);
    const found = await documents.findFirst({ filters: { hash: SCHEME + hmac } });
    if (!found || !isSameHash(String(found.hash).slice(SCHEME.length), hmac)) return null;
    await documents.update({ documentId: found.documentId, data: { hash: hashSecret(secret) } });
    forget();
    return tokenOf(found);
  };
}
