// What a browser sends about a passkey: untrusted data → bounded texts. Other keys of it are left out.
import { passkeyErrors } from './errors';

/** The answer to `navigator.credentials.create`. */
export interface Attested {
  readonly id: string;
  readonly challenge: string;
  readonly transports: readonly string[];
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

/** The answer to `navigator.credentials.get`. */
export interface Asserted {
  readonly id: string;
  readonly challenge: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle: string;
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Characters of base64url. The id of a credential has at most 1023 bytes. */
const LONGEST = { id: 1364, clientDataJSON: 8_000, attestationObject: 60_000, other: 4_000 } as const;
const BASE64URL = /^[\w-]+$/;
const TRANSPORT = /^[a-z-]{1,20}$/;
const MOST_TRANSPORTS = 10;

/** `key`: of the body, for the message. */
export function readAttested(input: unknown, key: string): Attested {
  const { id, response } = headOf(input, key);
  const clientDataJSON = textOf(response, 'clientDataJSON', LONGEST.clientDataJSON, key);
  const list = Array.isArray(response.transports) ? response.transports.slice(0, MOST_TRANSPORTS) : [];
  return {
    id,
    challenge: challengeOf(clientDataJSON, key),
    transports: list.filter((each): each is string => typeof each === 'string' && TRANSPORT.test(each)),
    response: {
      clientDataJSON,
      attestationObject: textOf(response, 'attestationObject', LONGEST.attestationObject, key),
    },
  };
}

export function readAsserted(input: unknown, key: string): Asserted {
  const { id, response } = headOf(input, key);
  const clientDataJSON = textOf(response, 'clientDataJSON', LONGEST.clientDataJSON, key);
  const other = (name: string): string => textOf(response, name, LONGEST.other, key);
  return {
    id,
    challenge: challengeOf(clientDataJSON, key),
    response: {
      clientDataJSON,
      authenticatorData: other('authenticatorData'),
      signature: other('signature'),
      userHandle: other('userHandle'),
    },
  };
}

function headOf(input: unknown, key: string): { readonly id: string; readonly response: Values } {
  const given = objectOf(input, key);
  return { id: textOf(given, 'id', LONGEST.id, key), response: objectOf(given.response, key) };
}

function objectOf(input: unknown, key: string): Values {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Values;
  throw passkeyErrors.PASSKEY_RESPONSE(key);
}

function textOf(values: Values, name: string, longest: number, key: string): string {
  const value = values[name];
  if (typeof value === 'string' && value.length <= longest && BASE64URL.test(value)) return value;
  throw passkeyErrors.PASSKEY_RESPONSE(key);
}

/** The browser repeats the challenge in what it signs. */
function challengeOf(clientDataJSON: string, key: string): string {
  let data: unknown;
  try {
    data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  } catch {
    throw passkeyErrors.PASSKEY_RESPONSE(key);
  }
  return textOf(objectOf(data, key), 'challenge', LONGEST.other, key);
}
