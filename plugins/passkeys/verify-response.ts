// Checks the signed answers of browsers with the library. An error names what is wrong: for the log, not for a client that may be an
// attacker.
import type { Asserted, Attested } from './read-response';

/** Where the answer must come from. */
export interface Expected {
  readonly domain: string;
  readonly origins: readonly string[];
}

/** Of the row of a passkey. */
export interface StoredKey {
  readonly public_key: string;
  readonly counter: number;
}

export interface NewCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
}

/** Loaded with the first passkey. */
export const library = () => import('@simplewebauthn/server');

export async function verifyAttested(
  { id, challenge, response }: Attested,
  { domain, origins }: Expected,
): Promise<NewCredential> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    library(),
    import('@simplewebauthn/server/helpers'),
  ]);
  // Certificates of a device are not asked for. To check them, the library would ask servers that they name.
  const object = decodeAttestationObject(bytesOf(response.attestationObject));
  if (object.get('fmt') !== 'none') throw new Error('an attestation that was not asked for');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: domain,
    requireUserVerification: true,
  });
  if (!verified) throw new Error('the attestation is wrong');
  const { credential } = registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

/** Returns the new counter of the device. */
export async function verifyAsserted(
  { id, challenge, response }: Asserted,
  { public_key: publicKey, counter }: StoredKey,
  { domain, origins }: Expected,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: domain,
    requireUserVerification: true,
    credential: { id, publicKey: bytesOf(publicKey), counter },
  });
  if (!verified) throw new Error('the signature is wrong');
  return authenticationInfo.newCounter;
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'base64url'));
