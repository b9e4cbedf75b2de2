// The bearer token of the header Authorization, for plugins that recognise callers.
import { GenerationCache } from '../../cache/generation-cache';

/** The token: the scheme in any letter case, then one word. null: any other header, which carries no credential. */
export const bearerOf = (header: string): string | null =>
  /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? null;

/** The size of a generation: at most three times as many headers are kept. */
const MOST_HEADERS = 5000;
const SCHEME = 'Bearer ';

/**
 * Remembers for each header what `read` made of its token, because a look-up is much faster than a signature or a hash. `read` returns
 * null for a token that is not its own; this is not remembered. The result for a header without a bearer token is null, too.
 */
export function createBearerReader<T>(read: (token: string) => T | null): (header: string) => T | null {
  const known = new GenerationCache<string, T>(MOST_HEADERS);
  return (header) => {
    const remembered = known.get(header);
    if (remembered !== undefined) return remembered;
    const token = bearerOf(header);
    const credential = token === null ? null : read(token);
    // Headers with extra blanks are not kept: one token could fill the cache with any number of headers.
    if (token !== null && credential !== null && header.length === SCHEME.length + token.length)
      known.set(header, credential);
    return credential;
  };
}
