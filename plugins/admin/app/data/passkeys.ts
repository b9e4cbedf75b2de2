// Passkeys of this browser: the options of the server → the answer of the device, both as JSON.
import { t } from '../i18n/translate';
import { ask, askOnce } from './client';
import { prefix } from './place';

export const passkeysAt = `${prefix}/auth/passkeys`;

interface Options {
  readonly challenge: string;
}

interface CreateOptions extends Options {
  readonly user: { readonly id: string };
  readonly excludeCredentials: readonly { readonly id: string }[];
}

/** For `POST /auth/passkeys`. Throws if the person cancels. */
export async function newPasskey(currentPassword: string): Promise<object> {
  const body = { currentPassword };
  const { data } = await ask<CreateOptions>(`${passkeysAt}/options`, { method: 'POST', body });
  const publicKey = {
    ...data,
    challenge: bytesOf(data.challenge),
    user: { ...data.user, id: bytesOf(data.user.id) },
    excludeCredentials: data.excludeCredentials.map((each) => ({ ...each, id: bytesOf(each.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await answerOf(navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return jsonOf(made, { clientDataJSON, attestationObject });
}

/** For the body of a login. Throws if the person cancels. */
export async function knownPasskey(): Promise<object> {
  const { data } = await askOnce<Options>(`${passkeysAt}/sign-in`, { method: 'POST', body: {} });
  const publicKey = { ...data, challenge: bytesOf(data.challenge) } as PublicKeyCredentialRequestOptions;
  const made = await answerOf(navigator.credentials.get({ publicKey }));
  const response = made.response as AuthenticatorAssertionResponse;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return jsonOf(made, { clientDataJSON, authenticatorData, signature, userHandle });
}

/** Browsers say in many ways that the person has cancelled, and do not say why. */
async function answerOf(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const made = await asked.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Error(t('This device has a passkey of your account already.'));
    return null;
  });
  if (made === null) throw new Error(t('The browser gave no passkey.'));
  return made as PublicKeyCredential;
}

const jsonOf = ({ id, type }: PublicKeyCredential, values: Record<string, ArrayBuffer | null>): object => ({
  id,
  rawId: id,
  type,
  response: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : textOf(value)]),
  ),
});

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const signs = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
