// Tokens by the hash of their secret, kept for a short time and read again after a write of this process. While a token is
// known, so is the header that its secret came in: looking that up is a fraction of hashing it.
import { type DocumentObject, GenerationCache, type Kernel } from '../../core';
import { KINDS, type TokenKind } from './kinds';
import { isSameHash } from './secrets';
import { type ApiToken, TOKEN } from './types';

export interface TokenBook {
  /** Without waiting; undefined: not known at the moment; null: there is none. */
  known(hash: string): ApiToken | null | undefined;
  find(hash: string): Promise<ApiToken | null>;
  /** By a header that `remember` was told of. */
  ofHeader(header: string): ApiToken | undefined;
  /** Of a token that is known. */
  remember(header: string, hash: string): void;
  forget(): void;
}

interface Kept {
  readonly token: ApiToken | null;
  readonly until: number;
}

const MOST = 10_000;
/** Headers that are kept; twice as many at most. */
const HEADERS = 5000;

export function createTokenBook(kernel: Pick<Kernel, 'documents'>, cacheSeconds: number): TokenBook {
  // Apart, so that made-up tokens never push real ones out.
  const real = new Map<string, Kept>();
  const unreal = new Map<string, Kept>();
  const headers = new GenerationCache<string, Kept>(HEADERS);
  const reading = new Map<string, Promise<ApiToken | null>>();
  /** Grows with everything forgotten, so that what was read before a write is not kept after it. */
  let generation = 0;

  async function read(hash: string): Promise<ApiToken | null> {
    const before = generation;
    const found = await kernel.documents(TOKEN).findFirst({ filters: { hash } });
    const token = found && isSameHash(String(found.hash), hash) ? tokenOf(found) : null;
    if (cacheSeconds > 0 && before === generation) {
      const map = token ? real : unreal;
      if (map.size >= MOST) map.clear();
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
    ofHeader(header) {
      const kept = headers.get(header);
      return kept?.token && kept.until > Date.now() ? kept.token : undefined;
    },
    remember(header, hash) {
      const kept = real.get(hash);
      if (kept) headers.set(header, kept);
    },
    forget() {
      generation++;
      headers.clear();
      real.clear();
      unreal.clear();
      reading.clear();
    },
  };
}

export function tokenOf(document: DocumentObject): ApiToken {
  const { id, documentId, name, actions, expiresAt, lastUsedAt } = document;
  return {
    id,
    documentId,
    name: String(name),
    type: kindOf(document.type),
    actions: Array.isArray(actions) ? actions.map(String).sort() : [],
    expiresAt: momentOf(expiresAt),
    lastUsedAt: momentOf(lastUsedAt),
  };
}

/** What nobody knows may do what it lists, which is nothing. */
const kindOf = (value: unknown): TokenKind => KINDS.find((kind) => kind === value) ?? 'custom';

const momentOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);
