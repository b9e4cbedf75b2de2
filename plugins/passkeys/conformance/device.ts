// A device with passkeys, as a browser and its authenticator answer together. Tests and attacks change single facts of an answer.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Facts {
  /** The page that asks. */
  readonly origin?: string;
  /** The domain that the device signs. */
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** Did the device ask for a finger or a PIN? */
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  readonly type?: string;
  /** `packed`: the device signs the attestation with the new key. */
  readonly format?: 'none' | 'packed';
  readonly crossOrigin?: boolean;
  /** Changes the signature. */
  readonly isForged?: boolean;
}

interface CreateOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

export class Device {
  readonly id = randomBytes(32).toString('base64url');
  readonly #private: KeyObject;
  readonly #publicKey: Buffer;
  #userHandle = '';
  counter = 0;

  constructor(
    readonly origin: string,
    readonly rpId: string,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#private = privateKey;
    // COSE: EC2, ES256, P-256.
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** The answer to `navigator.credentials.create`. */
  create(options: CreateOptions, facts: Facts = {}): object {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey]);
    const data = Buffer.concat([this.#authenticatorData(facts, ATTESTED), credential]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, facts);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      word('fmt'),
      word(facts.format ?? 'none'),
      word('attStmt'),
      facts.format === 'packed' ? this.#statement(data, clientDataJSON) : Buffer.from([0xa0]),
      word('authData'),
      Buffer.from([0x59]),
      size,
      data,
    ]);
    return this.#answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to `navigator.credentials.get`. */
  get(options: { readonly challenge: string }, facts: Facts = {}): object {
    this.counter += 1;
    const data = this.#authenticatorData(facts, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, facts);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), this.#private);
    if (facts.isForged)
      signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
    return this.#answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: facts.userHandle ?? this.#userHandle,
    });
  }

  /** In CBOR: the algorithm ES256, and the signature. */
  #statement(data: Buffer, clientDataJSON: Buffer): Buffer {
    const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), this.#private);
    const head = Buffer.concat([Buffer.from([0xa2]), word('alg'), Buffer.from([0x26]), word('sig')]);
    return Buffer.concat([head, Buffer.from([0x58, signature.length]), signature]);
  }

  #answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authenticatorData({ rpId, counter, isVerified = true }: Facts, more: number): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | more);
    tail.writeUInt32BE(counter ?? this.counter, 1);
    return Buffer.concat([sha256(rpId ?? this.rpId), tail]);
  }

  #clientData(type: string, challenge: string, facts: Facts): Buffer {
    const { origin = this.origin, crossOrigin = false } = facts;
    return Buffer.from(
      JSON.stringify({
        type: facts.type ?? type,
        challenge: facts.challenge ?? challenge,
        origin,
        crossOrigin,
      }),
    );
  }
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** A short text in CBOR. */
const word = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
