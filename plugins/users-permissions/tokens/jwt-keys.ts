// The keys and options with which tokens are signed and verified: the secret, or a pair of RSA keys.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { StartupError } from '../../../core';
import type { UsersPermissionsConfig } from '../config';

type JwtConfig = UsersPermissionsConfig['jwt'];

const LEAST_BITS = 2048;

export interface JwtKeys {
  readonly algorithm: JwtConfig['algorithm'];
  signWith(): string;
  verifyWith(): string;
  /** The claims that every token has. */
  readonly claims: { readonly issuer?: string; readonly audience?: string };
}

/** `key.secret` is set at startup. */
export function jwtKeys(
  key: { readonly secret: string },
  { jwt }: Pick<UsersPermissionsConfig, 'jwt'>,
): JwtKeys {
  const { algorithm, privateKey = '', publicKey, issuer, audience } = jwt;
  const claims = {
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience }),
  };
  if (!isAsymmetric(jwt))
    return { algorithm, claims, signWith: () => key.secret, verifyWith: () => key.secret };
  let verifying = publicKey;
  return {
    algorithm,
    claims,
    signWith: () => privateKey,
    verifyWith() {
      verifying ??= createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
      return verifying;
    },
  };
}

/** Throws a StartupError if the keys cannot sign and verify. */
export function checkJwtKeys({ jwt }: Pick<UsersPermissionsConfig, 'jwt'>): void {
  if (!isAsymmetric(jwt)) return;
  if (!jwt.privateKey)
    refuse('privateKey', `is missing; ${jwt.algorithm} needs it (openssl genrsa 2048 prints one)`);
  const own = publicPart(() => createPublicKey(createPrivateKey(jwt.privateKey ?? '')), 'privateKey');
  const { publicKey } = jwt;
  if (publicKey !== undefined && publicPart(() => createPublicKey(publicKey), 'publicKey') !== own)
    refuse('publicKey', 'does not belong to jwt.privateKey; remove it, or set the right one');
}

const isAsymmetric = ({ algorithm }: JwtConfig): boolean => algorithm.startsWith('RS');

function publicPart(read: () => ReturnType<typeof createPublicKey>, name: string): string {
  try {
    const key = read();
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS)
      return key.export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    // The error of the parser may contain a part of the key.
  }
  return refuse(
    name,
    `is not an RSA key (PEM) of at least ${LEAST_BITS} bits (openssl genrsa 2048 prints one)`,
  );
}

function refuse(name: string, message: string): never {
  throw new StartupError('Tokens cannot be signed:', [
    { where: 'config/plugins', at: `users-permissions.config.jwt.${name}`, message },
  ]);
}
