// Signs and verifies JSON web tokens, with the one configured algorithm. Does not check that the user exists.
import { createHmac } from 'node:crypto';
import type { UsersPermissionsConfig } from '../config';
import { jwtKeys } from './jwt-keys';

/** Loaded with the first token. */
const jsonwebtoken = (): typeof import('jsonwebtoken') => require('jsonwebtoken');

export interface Claims {
  readonly userId: number;
  /** The key of the session, in refresh mode. */
  readonly session: string | null;
  /** See Account.tokenEpoch. */
  readonly epoch: string | null;
  /** Seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface RefreshClaims extends Claims {
  readonly session: string;
  readonly secret: string;
}

export type Payload = Readonly<Record<string, unknown>>;

export interface Jwt {
  /** null: invalid or expired. */
  read(token: string): Claims | null;
  readRefresh(token: string): RefreshClaims | null;
  issue(userId: number, epoch: string | null): string;
  /** A token with any payload. `expiresIn`: seconds, or `7d`. */
  sign(payload: Payload, expiresIn?: string | number): string;
  /** null: invalid or expired. */
  payload(token: string): Payload | null;
  issueAccess(userId: number, epoch: string | null, session: string): string;
  /** The secret of the next refresh token. Two uses of one token give the same successor. */
  nextSecret(session: string, secret: string): string;
  issueRefresh(userId: number, session: string, secret: string, seconds: number): string;
}

/** Seconds by which the clocks of servers that share a secret may differ. */
const SKEW = 5;

/** `key.secret` is set at startup, before the first token is read. */
export function createJwt(key: { readonly secret: string }, config: UsersPermissionsConfig): Jwt {
  const { jwt, jwtManagement, sessions } = config;
  const { algorithm, claims: common, signWith, verifyWith } = jwtKeys(key, config);
  const isRefresh = jwtManagement === 'refresh';

  function payloadOf(token: string): Payload | null {
    try {
      const payload = jsonwebtoken().verify(token, verifyWith(), {
        algorithms: [algorithm],
        clockTolerance: 0,
        ...common,
      });
      if (typeof payload === 'string') return null;
      const { iat, exp } = payload;
      if (typeof iat !== 'number' || typeof exp !== 'number' || iat > Date.now() / 1000 + SKEW) return null;
      // Beyond 2^53 a number has lost digits: such a token was not signed by this plugin.
      if (exp > Number.MAX_SAFE_INTEGER) return null;
      return payload;
    } catch {
      return null;
    }
  }

  const claimsOf = (payload: Payload, id: unknown): Claims | null => {
    const userId = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
    if (typeof userId !== 'number' || !Number.isSafeInteger(userId)) return null;
    return {
      userId,
      session: typeof payload.sessionId === 'string' ? payload.sessionId : null,
      epoch: typeof payload.v === 'string' ? payload.v : null,
      issuedAt: Number(payload.iat),
      expiresAt: Number(payload.exp),
    };
  };

  const version = (epoch: string | null) => (epoch === null ? {} : { v: epoch });

  const sign = (payload: Payload, expiresIn: string | number = jwt.expiresIn): string =>
    jsonwebtoken().sign({ ...payload }, signWith(), {
      algorithm,
      ...common,
      expiresIn: secondsOf(expiresIn),
    });

  return {
    sign,
    payload: payloadOf,
    read(token) {
      const payload = payloadOf(token);
      if (!payload) return null;
      const isAccess = payload.type === 'access';
      if (payload.type !== undefined && !isAccess) return null;
      if (isRefresh !== isAccess) return null;
      const claims = claimsOf(payload, isAccess ? payload.userId : payload.id);
      return isAccess && claims?.session === null ? null : claims;
    },
    readRefresh(token) {
      const payload = payloadOf(token);
      if (payload?.type !== 'refresh' || typeof payload.jti !== 'string') return null;
      const claims = claimsOf(payload, payload.userId);
      return claims?.session ? { ...claims, session: claims.session, secret: payload.jti } : null;
    },
    issue: (id, epoch) => sign({ id, ...version(epoch) }),
    issueAccess: (userId, epoch, session) =>
      jsonwebtoken().sign(
        { userId: String(userId), sessionId: session, type: 'access', ...version(epoch) },
        signWith(),
        {
          algorithm,
          ...common,
          expiresIn: sessions.accessTokenLifespan,
        },
      ),
    nextSecret: (session, secret) =>
      createHmac('sha256', key.secret).update(`${session} ${secret}`).digest('base64url'),
    issueRefresh: (userId, session, once, seconds) =>
      jsonwebtoken().sign(
        { userId: String(userId), sessionId: session, type: 'refresh', jti: once },
        signWith(),
        {
          algorithm,
          ...common,
          expiresIn: seconds,
        },
      ),
  };
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `30d` → seconds. */
export function secondsOf(lifetime: string | number): number {
  if (typeof lifetime === 'number') return lifetime;
  const [, count, unit = 's'] = /^(\d+) ?([smhdw])$/.exec(lifetime) ?? [];
  return Number(count) * (UNITS[unit] ?? 1);
}
