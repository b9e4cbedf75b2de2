// Caches tokens by the hash of their secret, for `cacheSeconds`; a write clears the cache of every process.
import type { App, DocumentObject } from '../../core';
import { isSameHash } from './secrets';
import { KINDS, type TokenKind } from './token-kinds';
import { type ApiToken, TOKEN } from './types';

export interface TokenCache {
  /** Looks in the cache only. undefined: not cached; null: no such token. */
  known(hash: string): ApiToken | null | undefined;
  find(hash: string): Promise<ApiToken | null>;
  forget(): void;
}

const MAX_TOKENS = 10_000;

export function createTokenCache(app: Pick<App, 'documents' | 'shared'>, cacheSeconds: number): TokenCache {
  const tokens = app.shared.byKey<string, ApiToken | null>('api-tokens', {
    maxAge: cacheSeconds * 1000,
    most: MAX_TOKENS,
    // Invented tokens never displace real ones.
    isSpare: (token) => token === null,
    async load(hash) {
      const found = await app.documents(TOKEN).findFirst({ filters: { hash } });
      return found && isSameHash(String(found.hash), hash) ? tokenOf(found) : null;
    },
  });
  return {
    known: tokens.known,
    find: tokens.read,
    forget: () => tokens.forget(),
  };
}

export function tokenOf(document: DocumentObject): ApiToken {
  const { id, documentId, name, actions, expiresAt, lastUsedAt, maker, madeAt } = document;
  return {
    id,
    documentId,
    name: String(name),
    type: kindOf(document.type),
    actions: Array.isArray(actions) ? actions.map(String).sort() : [],
    expiresAt: momentOf(expiresAt),
    lastUsedAt: momentOf(lastUsedAt),
    maker: typeof maker === 'string' ? maker : null,
    madeAt: momentOf(madeAt) ?? 0,
  };
}

/** An unknown kind is treated as `custom`. */
const kindOf = (value: unknown): TokenKind => KINDS.find((kind) => kind === value) ?? 'custom';

const momentOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);
