// The hook `request.authenticate`. A cached token is recognised without a database query. Credentials of other plugins are
// ignored here and refused at the end, when no plugin has recognised them.
import { addressKey, type Principal, type RequestContext } from '../../core';
import { enforceRate, type RateLimiter } from '../rate-limit';
import { tokenErrors } from './errors';
import type { LastUsed } from './last-used';
import type { MakerCheck } from './maker-check';
import { bearerOf, hashSecret, secretOf } from './secrets';
import type { TokenCache } from './token-cache';
import { type ApiToken, NAME } from './types';

export interface AuthenticateOptions {
  readonly cache: TokenCache;
  readonly lastUsed: LastUsed;
  /** null: tokens do not depend on the user who created them. */
  readonly makerCheck: MakerCheck | null;
  /** Limits unknown tokens per address; null: no limit. */
  readonly limiter: RateLimiter | null;
}

const SCHEME = 'Bearer ';

export function createAuthenticate({ cache, lastUsed, makerCheck, limiter }: AuthenticateOptions) {
  const recognised = (request: RequestContext, token: ApiToken): Principal | Promise<Principal> => {
    if (token.expiresAt !== null && token.expiresAt <= Date.now()) throw tokenErrors.TOKEN_EXPIRED();
    const holds = makerCheck?.(token) ?? true;
    return holds instanceof Promise
      ? holds.then((result) => accepted(request, token, result))
      : accepted(request, token, holds);
  };

  const accepted = (request: RequestContext, token: ApiToken, makerHolds: boolean): Principal => {
    if (!makerHolds) throw tokenErrors.TOKEN_MAKER();
    request.state.apiToken = token;
    lastUsed.note(token);
    return { kind: NAME, id: String(token.id), label: token.name };
  };

  async function unknown(request: RequestContext): Promise<undefined> {
    if (limiter) enforceRate(request, await limiter.take(addressKey(request.ip)));
  }

  async function wait(request: RequestContext, hash: string): Promise<Principal | undefined> {
    const known = cache.known(hash);
    const token = known === undefined ? await cache.find(hash) : known;
    return token ? recognised(request, token) : unknown(request);
  }

  return (request: RequestContext): Principal | undefined | Promise<Principal | undefined> => {
    const header = request.header('authorization');
    if (header === undefined) return undefined;
    const remembered = cache.ofHeader(header);
    if (remembered) return recognised(request, remembered);
    const secret = secretOf(header);
    if (secret === null) return undefined;
    const hash = hashSecret(secret);
    const token = cache.known(hash);
    if (!token) return wait(request, hash);
    // Headers with extra blanks are not cached: one secret could fill the cache with any number of headers.
    if (header.length === SCHEME.length + secret.length) cache.remember(header, hash);
    return recognised(request, token);
  };
}

/** Runs last: refuses a bearer credential that no plugin recognised, even when anonymous access is open. */
export function refuseUnknown(request: RequestContext): undefined {
  const header = request.header('authorization');
  if (header !== undefined && bearerOf(header) !== null) throw tokenErrors.TOKEN_UNKNOWN();
}
