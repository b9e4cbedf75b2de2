// Who asks: the hook `request.authenticate`. A token that is known is answered without waiting; what is no token of ours is left
// to others, and refused only when nobody took it.
import { addressKey, enforceRate, type Principal, type RateLimiter, type RequestContext } from '../../core';
import { tokenErrors } from './errors';
import type { LastUsed } from './last-used';
import { bearerOf, hashSecret, secretOf } from './secrets';
import type { TokenBook } from './token-book';
import { type ApiToken, NAME } from './types';

export interface AuthenticateOptions {
  readonly book: TokenBook;
  readonly lastUsed: LastUsed;
  /** Of unknown tokens, per address; null: as many as they like. */
  readonly limiter: RateLimiter | null;
}

const SCHEME = 'Bearer ';

export function createAuthenticate({ book, lastUsed, limiter }: AuthenticateOptions) {
  const recognised = (request: RequestContext, token: ApiToken): Principal => {
    if (token.expiresAt !== null && token.expiresAt <= Date.now()) throw tokenErrors.TOKEN_EXPIRED();
    request.state.apiToken = token;
    lastUsed.note(token);
    return { kind: NAME, id: String(token.id), label: token.name };
  };

  async function unknown(request: RequestContext): Promise<undefined> {
    if (limiter) enforceRate(request, await limiter.take(addressKey(request.ip)));
  }

  async function wait(request: RequestContext, hash: string): Promise<Principal | undefined> {
    const known = book.known(hash);
    const token = known === undefined ? await book.find(hash) : known;
    return token ? recognised(request, token) : unknown(request);
  }

  return (request: RequestContext): Principal | undefined | Promise<Principal | undefined> => {
    const header = request.header('authorization');
    if (header === undefined) return undefined;
    const remembered = book.ofHeader(header);
    if (remembered) return recognised(request, remembered);
    const secret = secretOf(header);
    if (secret === null) return undefined;
    const hash = hashSecret(secret);
    const token = book.known(hash);
    if (!token) return wait(request, hash);
    // Without blanks that nobody needs: of one secret there would be as many headers as somebody likes.
    if (header.length === SCHEME.length + secret.length) book.remember(header, hash);
    return recognised(request, token);
  };
}

/** The last to be asked: a bearer credential that nobody knows is refused, also where everything is open. */
export function refuseUnknown(request: RequestContext): undefined {
  const header = request.header('authorization');
  if (header !== undefined && bearerOf(header) !== null) throw tokenErrors.TOKEN_UNKNOWN();
}
