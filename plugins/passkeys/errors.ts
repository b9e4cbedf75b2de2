// The error table of the plugin.
import { defineErrors } from '../../core';

export const passkeyErrors = defineErrors('passkeys', {
  PASSKEY_REFUSED: {
    status: 400,
    name: 'ValidationError',
    message: () =>
      'The passkey was refused: it is unknown, or its challenge is older than five minutes or was used already. Start again.',
  },
  PASSKEY_RESPONSE: {
    status: 400,
    name: 'ValidationError',
    message: (key: string) => `\`${key}\` must be the answer of the browser: \`credential.toJSON()\``,
  },
  PASSKEY_CONFIRM: {
    status: 400,
    name: 'ApplicationError',
    message: () =>
      'Your logins have ended since you added or confirmed this passkey. Log in with the password, and confirm the passkey.',
  },
  PASSKEY_KNOWN: {
    status: 400,
    name: 'ApplicationError',
    message: () => 'This passkey was added already',
  },
  PASSKEY_LIMIT: {
    status: 400,
    name: 'ApplicationError',
    message: (most: number) => `You have ${most} passkeys already; remove one first`,
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: () => 'You have no such passkey',
  },
});
