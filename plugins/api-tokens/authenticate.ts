// Who asks: the hook `request.authenticate`. A token that is known is answered without waiting; what is no token of ours is left
// to others, and refused only when nobody took it.
import { addressKey, enforceRate, type Principal, type RateLimiter, type RequestContext } from '../../core';
import { tokenErrors } from './errors';
import type { LastUsed } from './last-used';
import { bearerOf, hashSecret, SECRET_FORM } from './secrets';
import type { TokenBook } from './token-book';
import { type ApiToken, NAME } from './types';

/** undefined: none of ours. */
type Done = (error: Error | null, principal?: Principal) => void;

export interface AuthenticateOptions {
  readonly book: TokenBook;
  readonly lastUsed: LastUsed;
  /** Of unknown tokens, per address; null: as many as they like. */
  readonly limiter: RateLimiter | null;
}

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

  /** Without waiting, where the token is known. */
  function take(request: RequestContext): Principal | undefined | Promise<Principal | undefined> {
    const secret = bearerOf(request.header('authorization'));
    if (secret === null || !SECRET_FORM.test(secret)) return undefined;
    const hash = hashSecret(secret);
    const token = book.known(hash);
    return token ? recognised(request, token) : wait(request, hash);
  }

  return (request: RequestContext, done: Done): void => {
    const principal = take(request);
    if (principal instanceof Promise) principal.then((found) => done(null, found), done);
    else done(null, principal);
  };
}

/** The last to be asked: a bearer credential that nobody knows is refused, also where everything is open. */
export function refuseUnknown(request: RequestContext): undefined {
  if (bearerOf(request.header('authorization')) !== null) throw tokenErrors.TOKEN_UNKNOWN();
}
