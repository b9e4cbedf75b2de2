// Caches tokens by the hash of their secret, for `cacheSeconds`; a write in this process clears the cache.
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

interface Kept {
  readonly token: ApiToken | null;
  readonly until: number;
}

const MAX_TOKENS = 10_000;

export function createTokenCache(app: Pick<App, 'documents'>, cacheSeconds: number): TokenCache {
  // Two maps, so that invented tokens never evict real tokens.
  const real = new Map<string, Kept>();
  const unreal = new Map<string, Kept>();
  const reading = new Map<string, Promise<ApiToken | null>>();
  /** Incremented by `forget`: a read that began before a write must not be cached after it. */
  let generation = 0;

  async function read(hash: string): Promise<ApiToken | null> {
    const before = generation;
    const found = await app.documents(TOKEN).findFirst({ filters: { hash } });
    const token = found && isSameHash(String(found.hash), hash) ? tokenOf(found) : null;
    if (cacheSeconds > 0 && before === generation) {
      const map = token ? real : unreal;
      if (map.size >= MAX_TOKENS) map.clear();
      map.set(hash, { token, until: Date.now() + cacheSeconds * 1000 });
    }
    return token;
  }

  return {
    known(hash) {
      const kept = real.get(hash) ?? unreal.get(hash);
      if (kept && kept.until > Date.now()) return kept.token;
      if (kept) {
        real.delete(hash);
        unreal.delete(hash);
      }
      return undefined;
    },
    find(hash) {
      let work = reading.get(hash);
      if (!work) {
        work = read(hash).finally(() => {
          if (reading.get(hash) === work) reading.delete(hash);
        });
        reading.set(hash, work);
      }
      return work;
    },
    forget() {
      generation++;
      real.clear();
      unreal.clear();
      reading.clear();
    },
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
