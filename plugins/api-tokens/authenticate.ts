// The hook `request.authenticate`. A cached token is recognised without a database query. Credentials of other plugins are
// ignored here and refused at the end, when no plugin has recognised them.
import { addressKey, bearerOf, createBearerReader, type Principal, type RequestContext } from '../../core';
import { enforceRate, type RateLimiter } from '../rate-limit';
import { tokenErrors } from './errors';
import type { LastUsed } from './last-used';
import type { MakerCheck } from './maker-check';
import { hashSecret, SECRET_FORM } from './secrets';
import type { TokenCache } from './token-cache';
import { type ApiToken, NAME } from './types';

export interface AuthenticateOptions {
  readonly cache: TokenCache;
  readonly lastUsed: LastUsed;
  /** null: tokens do not depend on the user who created them. */
  readonly makerCheck: MakerCheck | null;
  /** Limits unknown tokens per address; null: no limit. */
  readonly limiter: RateLimiter | null;
  /** Finds a token of another system by its secret, and stores the hash of Quire; null: there are none. */
  readonly adopt: ((secret: string) => Promise<ApiToken | null>) | null;
}

export function createTokenAuthentication({
  cache,
  lastUsed,
  makerCheck,
  limiter,
  adopt,
}: AuthenticateOptions) {
  /** The hash of a secret; null: a credential of another plugin. */
  const hashOf = createBearerReader((token) => (SECRET_FORM.test(token) ? hashSecret(token) : null));

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

  async function wait(
    request: RequestContext,
    known: ApiToken | null | undefined,
    hash: string,
  ): Promise<Principal | undefined> {
    const secret = adopt ? bearerOf(request.header('authorization') ?? '') : null;
    const token =
      (known === undefined ? await cache.find(hash) : known) ?? (secret ? await adopt?.(secret) : null);
    return token ? recognised(request, token) : unknown(request);
  }

  return (request: RequestContext): Principal | undefined | Promise<Principal | undefined> => {
    const header = request.header('authorization');
    // The signed tokens of users contain dots. This check is faster than reading the header.
    if (header === undefined || header.includes('.')) return undefined;
    const hash = hashOf(header);
    if (hash === null) return undefined;
    const token = cache.known(hash);
    return token ? recognised(request, token) : wait(request, token, hash);
  };
}

/** Runs last: refuses a bearer credential that no plugin recognised, even when anonymous access is open. */
export function refuseUnknown(request: RequestContext): undefined {
  const header = request.header('authorization');
  if (header !== undefined && bearerOf(header) !== null) throw tokenErrors.TOKEN_UNKNOWN();
}
